import { useId, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { exportChannelCdts } from '../../contract/cdtCalls.ts';
import { locationCdt } from '../../contract/resources/locationCdt.ts';
import { downloadUrl } from '../../sync/hooks/downloadUrl.ts';
import { useOwners } from '../../sync/hooks/useChannels.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { OwnerSelect, isUnknownOwner, type OwnerValue } from '../../ui/OwnerSelect.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { ResourceFetch } from '../resource/ResourceExport.tsx';
import { useCardStyles } from './cardStyles.ts';

/** A searchable channel selector, and an Export button that is disabled until a channel is chosen (CDT-7 to CDT-9). */
export function ExportCard() {
  const styles = useCardStyles();
  const heading = useId();
  const channels = useOwners('channel');
  const { entity } = useSync();
  const { can } = useUi();
  const [chosen, setChosen] = useState<OwnerValue>(null);
  const [fetching, setFetching] = useState(false);
  const channelId = typeof chosen === 'number' && !isUnknownOwner(channels, chosen) ? chosen : null;
  if (!can(`${locationCdt.feature}.read`)) return null;
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        Export
      </h2>
      <p className={styles.text}>All delivery lead times of one channel, as a file that can be imported again.</p>
      <div className={styles.line}>
        <div className={styles.grow}>
          <OwnerSelect label="Channel" owners={channels} value={chosen} onChange={setChosen} />
        </div>
        <Button
          icon={<ArrowDownloadRegular />}
          disabled={channelId === null || fetching}
          onClick={() => setFetching(true)}
        >
          Export
        </Button>
      </div>
      {fetching && channelId !== null && (
        <ResourceFetch
          href={downloadUrl(exportChannelCdts, { channelId }, entity)}
          selected={{ channelId }}
          label="Export"
          form={{ format: 'xlsx', columns: null }}
          resource={locationCdt}
          close={() => setFetching(false)}
        />
      )}
    </section>
  );
}
