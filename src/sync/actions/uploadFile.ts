import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { outcomeText } from '../network/outcome.ts';
import { storedProject } from '../network/project.ts';
import { platformFetch } from '../network/transport.ts';
import { createUploads } from '../network/transportUploads.ts';

/**
 * Uploads a file immediately, in parts: if the connection is lost, only the current part is retried, at most a few
 * times.
 * @param onProgress receives the number of bytes that the server has
 * @returns the file's URL, for use in calls
 * @throws Error with a message if it cannot be uploaded
 */
export async function uploadFile(
  client: Pick<SyncClient, 'userId'>,
  entity: Country,
  file: File,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const upload = createUploads({
    fetch: platformFetch,
    origin: location.origin,
    person: client.userId,
    project: storedProject,
  });
  let url: string | null = null;
  for (let tries = 0; ; tries++) {
    const outcome = await upload({
      blob: file,
      name: file.name,
      entity,
      url,
      onUrl: started => (url = started),
      onProgress,
      signal,
    });
    if (outcome.kind === 'ok') return new URL(outcome.data.url, location.origin).pathname;
    const isAway = outcome.kind === 'noNetwork' || outcome.kind === 'retryLater';
    if (!isAway || tries >= 4 || signal.aborted)
      throw new Error(
        `${file.name} was not uploaded. ${outcomeText(outcome)}${isAway ? ' Try it again once the server can be reached.' : ''}`,
      );
    await new Promise(resolve => setTimeout(resolve, 1000 * 2 ** tries));
  }
}
