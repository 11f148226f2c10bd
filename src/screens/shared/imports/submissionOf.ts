import type { QueuedImport } from '../../../sync/hooks/useImports.ts';
import { countsText } from '../../../domain/import/countsText.ts';
import type { Submission } from '../../../ui/upload/uploadTypes.ts';
import { isCachedWhole } from '../../../contract/owner.ts';
import { importedResource } from '../../../contract/rateImports/resources.ts';
import { changedBy, keyedLine } from '../recordLine.ts';

type Receipt = NonNullable<QueuedImport['receipt']>;

const WOULD = { added: 'would add it', changed: 'would change it', removed: 'would remove it' } as const;

const lastPart = (url: string): string => decodeURIComponent(url.split('/').at(-1) ?? '');
const base = (name: string): string => name.replace(/\.\w+$/, '');

/**
 * The name of the file that a failure is about. The failure's URL is either that of the file itself or that of "<its
 * name> errors.xlsx".
 */
export function failedName(url: string, { files }: Pick<Receipt, 'files'>): string {
  const own = files.find(file => file.url === url);
  const about = files.filter(file => `${base(lastPart(file.url))} errors.xlsx` === lastPart(url));
  const found = own ? [own] : about.length > 0 ? about : files;
  return found.map(({ name }) => name).join(', ');
}

/** The upload dialog's state for a queued import; null if there is nothing to show. */
export function submissionOf(queued: QueuedImport | undefined): Submission | null {
  if (!queued) return null;
  const { state, receipt, files, problem } = queued;
  const resource = importedResource(queued.importId);
  switch (state) {
    case 'waiting':
    case 'uploading': {
      const total = files.reduce((sum, { size }) => sum + size, 0);
      const sent = files.reduce((sum, file) => sum + (file.complete ? file.size : file.sent), 0);
      return { state: 'sending', share: total === 0 ? null : sent / total, problem };
    }
    case 'applying':
      return { state: 'applying', share: receipt && receipt.total > 0 ? receipt.done / receipt.total : null, problem };
    case 'refused':
      return {
        state: 'refused',
        fails: (receipt?.failList ?? []).map(({ url, message }) => ({
          name: queued.bulk ? queued.title : receipt ? failedName(url, receipt) : '',
          url,
          message,
        })),
      };
    case 'review':
      return {
        state: 'review',
        total: receipt?.review?.total ?? 0,
        ...(queued.since === null ? { would: countsText(receipt?.counts) } : {}),
        ...(resource && !isCachedWhole(resource.scope) ? { paged: true } : {}),
        rows: (receipt?.review?.rows ?? []).map(({ key, change, current }) => ({
          key,
          text: `${keyedLine(resource, key, current)}: ${changedBy(current)}; the import ${WOULD[change]}`,
        })),
      };
    case 'failed':
      return {
        state: 'failed',
        message:
          problem ||
          (queued.bulk
            ? 'The server could not apply the change. Try again.'
            : 'The server could not import the files. Apply again to retry.'),
      };
    default:
      return null;
  }
}
