import type { SyncClient } from '../client/client.ts';
import { outcomeText } from '../network/outcome.ts';
import { storedProject } from '../network/project.ts';
import { platformFetch } from '../network/transport.ts';
import { createDownloads, type Downloaded } from '../network/transportDownloads.ts';
import type { Outcome } from '../types.ts';

export { outcomeText };
export type { Downloaded };

const DOWNLOAD = { id: 'download', permission: 'signedIn' };

/**
 * Downloads a file from the server for the person to save; like any call, its outcome is reported to every tab.
 * @param url path on this page's own server, e.g. of an export, a template or an imported file
 * @param onProgress receives the number of bytes downloaded so far
 * @param body request body, if the file is requested by POST
 * @returns null if the download was canceled or the person signed out
 */
export async function downloadFile(
  client: SyncClient,
  url: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void = () => undefined,
  body?: Readonly<Record<string, unknown>>,
): Promise<Outcome<Downloaded> | null> {
  const download = createDownloads({ fetch: platformFetch, person: client.userId, project: storedProject });
  const ending = AbortSignal.any([signal, client.ended]);
  const outcome = await download(url, ending, onProgress, body);
  if (ending.aborted) return null;
  client.board.report(outcome.kind === 'ok' ? { kind: 'ok', data: null } : outcome, DOWNLOAD);
  return outcome;
}
