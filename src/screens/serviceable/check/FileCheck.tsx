import { useEffect, useRef, useState } from 'react';
import { Button, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { DocumentSearchRegular } from '@fluentui/react-icons';
import { formatCount } from '../../../domain/format.ts';
import type { OwnerKey } from '../../../contract/owner.ts';
import type { CheckScenario } from '../../../domain/serviceability.ts';
import { checkFile } from '../../../sync/actions/checkFile.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { FILE_TYPES } from '../../../ui/upload/fileTypes.ts';
import { saveBlob } from '../../shared/saveBlob.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

interface FileCheckProps {
  scenario: CheckScenario;
  shop: 0 | 1;
  owners: readonly { owner: OwnerKey; name: string }[];
}

/** Checks a file of addresses on this device and saves it with the results. */
export function FileCheck({ scenario, shop, owners }: FileCheckProps) {
  const styles = useStyles();
  const { client, entity } = useSync();
  const { notify } = useUi();
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController | null>(null);
  /** Null if no check is in progress. */
  const [share, setShare] = useState<number | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (file: File) => {
    const ending = new AbortController();
    running.current = ending;
    setShare(0);
    try {
      const made = await checkFile(client, entity, { file, scenario, shop, owners }, ending.signal, setShare);
      if ('problem' in made) notify.error(made.problem);
      else {
        saveBlob(made.name, made.blob);
        const done = `${formatCount(made.rows)} ${made.rows === 1 ? 'address' : 'addresses'} checked`;
        if (made.unasked.length === 0) notify.success(`${done}. The file is in your downloads.`);
        else
          notify.warning(
            `${done}, without ${made.unasked.join(', ')}, because their lists are not on this device. Keep those lists offline, then check the file again.`,
          );
      }
    } catch {
      if (!ending.signal.aborted) notify.error('The file could not be checked on this device. Try again.');
    } finally {
      setShare(null);
    }
  };
  return (
    <div className={styles.root}>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Address file"
        accept={FILE_TYPES}
        onChange={event => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void run(file);
        }}
      />
      {share !== null && (
        <>
          <output>Checking {Math.floor(share * 100)}%</output>
          <Button appearance="subtle" onClick={() => running.current?.abort()}>
            Cancel
          </Button>
        </>
      )}
      <Button
        icon={share === null ? <DocumentSearchRegular /> : <Spinner size="tiny" />}
        disabledFocusable={share !== null}
        title="Up to 100,000 addresses, one per row below a header row; an optional column “Other end” contains the other address"
        onClick={() => input.current?.click()}
      >
        Check a file
      </Button>
    </div>
  );
}
