import { outcomeText } from '../../sync/actions/download.ts';
import { exportTree } from '../../sync/actions/exportTree.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { FetchDownloadProps, OfflineDownloadProps } from '../../ui/list/definition.ts';
import { DeviceFile, ServerFile } from '../shared/export/FileExport.tsx';

const NOT_HERE =
  'Nothing was exported: the places of this country are not all on this device yet. Export again once the server can be reached.';

/** Exports the location tree: the server's file, or else the places on this device. */
export function TreeFetch({ selected, ...props }: FetchDownloadProps) {
  const { client, entity } = useSync();
  return (
    <ServerFile
      {...props}
      write={signal => exportTree(client, entity, selected, signal)}
      failed={(outcome, here) =>
        outcome.kind === 'noNetwork' && here === 'notCached'
          ? NOT_HERE
          : `Nothing was exported. ${outcomeText(outcome)}`
      }
    />
  );
}

/** The export while the server is unreachable; the file is written on this device. */
export function TreeHere({ selected, ...props }: OfflineDownloadProps) {
  const { client, entity } = useSync();
  return <DeviceFile {...props} write={signal => exportTree(client, entity, selected, signal)} missing={NOT_HERE} />;
}
