import { outcomeText } from '../../sync/actions/download.ts';
import type { FetchDownloadProps, OfflineDownloadProps } from '../../ui/list/definition.ts';
import { OfflineDownload } from '../../ui/list/OfflineDownload.tsx';
import { ServerFile } from '../shared/export/FileExport.tsx';

const ON_THE_SERVER = 'The log is kept on the server. Export it once the server can be reached.';

/** Exports the log: the server's file, or the reason why there is none. */
export const LogFetch = (props: FetchDownloadProps) => (
  <ServerFile
    {...props}
    failed={outcome => `Nothing was exported. ${outcome.kind === 'noNetwork' ? ON_THE_SERVER : outcomeText(outcome)}`}
  />
);

/** Replaces the export while the server is unreachable, and explains that the log is on the server. */
export const LogHere = ({ label, icon }: OfflineDownloadProps) => (
  <OfflineDownload label={label} {...(icon ? { icon } : {})} reason={ON_THE_SERVER} />
);
