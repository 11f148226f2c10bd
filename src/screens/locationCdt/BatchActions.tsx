import { use } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import type { ImportBatch } from '../../contract/imports/batches.ts';
import { locationCdt } from '../../contract/resources/locationCdt.ts';
import { hasEnded } from '../../domain/import/batch.ts';
import { MISSING } from '../../domain/format.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { useUi } from '../../ui/UiContext.ts';
import { BatchesAsked } from '../resource/BatchWatch.tsx';
import { FileLink } from '../resource/FileLink.tsx';
import { RevertImport } from '../shared/imports/RevertImport.tsx';

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
});

/**
 * Actions on a batch: Download once it has finished (CDT-13; a failed batch's file includes its errors), and Restore,
 * which restores the previous configuration. Both require the write permission (G36).
 */
export function BatchActions({ batch }: { batch: ImportBatch }) {
  const { ask } = use(BatchesAsked);
  const styles = useStyles();
  const { entity } = useSync();
  const { can } = useUi();
  if (!can(`${locationCdt.feature}.write`) || !hasEnded(batch.status)) return MISSING;
  return (
    <span className={styles.root}>
      <FileLink url={batch.error_url || batch.file_url} text="Download" />
      {batch.restorable && (
        <RevertImport
          entity={entity}
          id={batch.import_id}
          declaration={locationCdt.id}
          counts={null}
          reverted={false}
          restores
          small
          onDone={ask}
        />
      )}
    </span>
  );
}
