import { cachedOwnerIn } from '../../contract/owner.ts';
import type { Resource } from '../../contract/resource.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { exportCached } from '../../sync/actions/exportCached.ts';
import { useCachedSet } from '../../sync/hooks/useCachedSet.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { DownloadForm, FetchDownloadProps, OfflineDownloadProps } from '../../ui/list/definition.ts';
import { OfflineDownload } from '../../ui/list/OfflineDownload.tsx';
import type { Filters } from '../../domain/listQuery.ts';
import { DeviceFile, ServerFile, type WriteFile } from '../shared/export/FileExport.tsx';
import { exportInput } from './exportInput.ts';
import { failedText, notCachedText, notWholeText } from './exportTexts.ts';

/** Writes the filtered records of a completely cached channel or 3PL. */
function useWriteFile(resource: Resource, selected: Filters, form: DownloadForm): WriteFile {
  const { client, entity } = useSync();
  return (signal, onShare) => exportCached(client, resource, entity, selected, form, signal, onShare);
}

/** An export of a resource's list. */
export function ResourceFetch(props: FetchDownloadProps & { resource: Resource }) {
  const { href, form, selected, label, close, resource } = props;
  const write = useWriteFile(resource, selected, form);
  return (
    <ServerFile
      href={href}
      label={label}
      close={close}
      body={typeof resource.calls.export === 'string' ? undefined : { ...selected, ...exportInput(form) }}
      write={write}
      failed={(outcome, here) => failedText(resource, outcome, here)}
    />
  );
}

/** The export while the server is unreachable. */
export function ResourceHere(props: OfflineDownloadProps & { resource: Resource }) {
  const { selected, form, resource, label, icon } = props;
  const set = useCachedSet(cachedOwnerIn(resource.scope, selected), resource.collection as ResourceCollection);
  const write = useWriteFile(resource, selected, form);
  if (set?.state === 'ready') return <DeviceFile {...props} write={write} missing={notCachedText(resource)} />;
  return (
    <OfflineDownload
      label={label}
      {...(icon ? { icon } : {})}
      reason={set ? notWholeText(resource) : notCachedText(resource)}
    />
  );
}
