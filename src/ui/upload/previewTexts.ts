import { NO_OWNER } from '../../contract/owner.ts';
import { formatCount } from '../../domain/format.ts';
import { countText } from '../../domain/import/countsText.ts';
import type { ChangeName } from '../../domain/import/diff.ts';
import type { UploadCheck, UploadCompare } from './uploadTypes.ts';
import type { WrongRow } from '../../contract/importRows.ts';

/** UPLOAD-16 */
export const MANDATORY_MISSING = 'Mandatory data is missing';
/** UPLOAD-17 */
export const INVALID_DATA = 'Invalid address data';

/** The message for all imports other than those of serviceable areas. */
const ROWS_WRONG = 'Some rows cannot be imported';
/** The beginning of the server's message, for either kind of import. */
const INVALID = /^Invalid (address )?data[.\s]*/;

/**
 * The message about a file's errors: either only mandatory data is missing, or there are other errors (UPLOAD-16,
 * UPLOAD-17).
 *
 * @param addresses whether the import is of serviceable areas, for which the documents define the message
 */
export function wrongText({ byRule }: Pick<UploadCheck, 'byRule'>, addresses: boolean): string {
  if (byRule.length > 0 && byRule.every(({ rule }) => rule === 'required')) return MANDATORY_MISSING;
  if (addresses) return INVALID_DATA;
  return `${ROWS_WRONG}. ${byRule.map(({ label, errors }) => `${label}: ${formatCount(errors)}`).join(', ')}`;
}

/**
 * The message for a failed file, depending on whether there is a single failure without a message or any other list of
 * failures (UPLOAD-16, UPLOAD-17, G62).
 */
export const failText = (message: string, fails: number, addresses: boolean): string =>
  message === '' && fails === 1 ? MANDATORY_MISSING : addresses ? INVALID_DATA : ROWS_WRONG;

/**
 * A review's message about records that others have changed; a total of 0 means that the server no longer knows which
 * ones.
 *
 * @param over label of the button that overwrites their changes
 * @param would effects of the import, if nothing was compared before
 * @param paged whether no device has the records, so that only the server can compare them
 */
export function reviewText(total: number, over: string, would?: string, paged = false): string {
  if (would !== undefined) {
    if (paged)
      return `The server has compared the files. Nothing has been imported yet. The import would result in ${would}. Import everything with ${over}, or cancel.`;
    return `This device had no data to compare the files with, so nothing has been imported yet. The import would result in ${would}. Compare again to see each row, or import everything with ${over}.`;
  }
  if (total === 0) {
    return `The files were compared with records that are too old to show what colleagues have changed since. Nothing was imported. Compare again to see what the files would change now; the files and your corrections are kept. ${over} overwrites any changes made by colleagues.`;
  }
  const changed = total === 1 ? 'A colleague changed one' : `Colleagues changed ${total.toLocaleString('en-US')}`;
  return `${changed} of these records in the meantime. Nothing was imported. Compare again to see what the files would change now, keep their records and import the rest, or overwrite their changes with ${over}.`;
}

/** The next step if the worker failed. */
export const failedText = (failed: 'checking' | 'comparing'): string =>
  failed === 'checking'
    ? 'The rows could not be checked on this device, probably because it ran out of memory. Close other tabs and try again, or import the rows in several smaller files.'
    : 'The rows could not be compared with the current records on this device. Compare again, or apply them and let the server compare.';

/** The values that identify a record, by header. */
export const keyText = (key: Readonly<Record<string, string>>): string =>
  Object.entries(key)
    .map(([header, value]) => `${header} ${value}`)
    .join(', ');

/**
 * The places in a row: "Jawa Barat > Bandung", or for a route "Jawa Barat to Bali". A missing end is shown as "?"; the
 * text is empty if no place has a name.
 */
export const placesText = (places: readonly (readonly string[])[]): string =>
  places.some(names => names.length > 0) ? places.map(names => names.join(' > ') || '?').join(' to ') : '';

/** The person's edits to the files, as a sentence to append to another one; empty if there are none. */
export function correctedText({ corrected, leftOut }: { corrected: number; leftOut: number }): string {
  const done = [
    ...(corrected > 0 ? [`corrected ${countText(corrected, 'cell')}`] : []),
    ...(leftOut > 0 ? [`skipped ${countText(leftOut, 'row')}`] : []),
  ];
  return done.length === 0 ? '' : ` You ${done.join(' and ')}.`;
}

/** The server's message without its first words, which are meant for programs that show nothing else. */
export const reasonText = (message: string): string => message.replace(INVALID, '');

/**
 * The effect of Apply according to the comparison; null if rows are invalid, there are no rows, or nothing was
 * compared.
 */
export function applyText({ rows, wrongRows }: UploadCheck, compare: UploadCompare | null): string | null {
  if (!compare || wrongRows > 0 || rows === 0 || compare.counts.refused > 0) return null;
  const { added, changed, removed, unknown } = compare.counts;
  const does = [
    ...(added > 0 ? [`adds ${countText(added, 'row')}`] : []),
    ...(changed > 0 ? [`changes ${countText(changed, 'row')}`] : []),
    ...(removed > 0 ? [`removes ${countText(removed, 'row')}`] : []),
    ...(unknown > 0 ? [`sends ${countText(unknown, 'row')} that the server compares`] : []),
  ];
  const last = does.pop();
  if (last === undefined) return 'Apply changes nothing because the records already match the file.';
  return `Apply ${does.length === 0 ? last : `${does.join(', ')} and ${last}`}.`;
}

/** Describes the existing records in the question before an overwrite. */
export function overwriteText(compare: UploadCompare | null): string {
  if (!compare || compare.notCached.length > 0)
    return 'The current records are not on this device, so the data that will be lost cannot be shown here. The server replaces the records with the rows in the file.';
  const { loses } = compare.overwrite ?? { loses: null };
  return loses === null ? 'Every current record is in the file, so nothing is lost.' : `${loses}.`;
}

export const CHANGE_LABELS: Readonly<Record<ChangeName, string>> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  unchanged: 'Unchanged',
  absent: 'Already gone',
  unknown: 'Not compared',
  refused: 'Not allowed',
};

/** Kinds of change that are always listed, and those listed only if they occur. */
const ALWAYS: readonly ChangeName[] = ['added', 'changed', 'removed', 'unchanged'];
const WHERE_ANY: readonly ChangeName[] = ['absent', 'unknown', 'refused'];

export interface PreviewTab {
  value: 'errors' | ChangeName;
  label: string;
  count: number;
}

/** The tabs of the preview: errors, if there are any, followed by the kinds of change. */
export function previewTabs(check: UploadCheck, compare: UploadCompare | null): PreviewTab[] {
  const tab = (value: ChangeName): PreviewTab => {
    const count = compare?.counts[value] ?? 0;
    return { value, label: `${CHANGE_LABELS[value]} ${compare ? count.toLocaleString('en-US') : '…'}`, count };
  };
  const errors = check.wrongRows;
  return [
    ...(errors > 0
      ? [{ value: 'errors' as const, label: `With errors ${errors.toLocaleString('en-US')}`, count: errors }]
      : []),
    ...ALWAYS.map(tab),
    ...WHERE_ANY.filter(name => (compare?.counts[name] ?? 0) > 0).map(tab),
  ];
}

/** Apply is already enabled, so the text says what happens to rows that are not compared here. */
const LOADING = '; they are being loaded. Wait to see what changes, or apply now and let the server compare them.';

const REFERRED = { channel: 'channels', '3pl': '3PLs', location: 'locations' } as const;

/** Says which records of the country are not on this device, so that the server checks the file's references to them. */
export function uncheckedText({ unchecked }: Pick<UploadCheck, 'unchecked'>): string {
  const kinds = unchecked.map(kind => REFERRED[kind]).join(' and ');
  return `This country’s ${kinds} are not on this device yet, so the server checks whether those in the file exist.`;
}

/**
 * Describes the data on which the comparison is based.
 *
 * @param at formats an instant in the country's time zone
 * @param loading whether missing records of the channels are still loading
 */
export function basisText(
  { asOf, notCached, counts }: UploadCompare,
  at: (epochSeconds: number) => string,
  loading: boolean,
): string {
  const rows = counts.unknown.toLocaleString('en-US');
  const channels = notCached.length === 1 ? 'a channel' : `${notCached.length} channels`;
  const basis =
    asOf > 0
      ? `Compared with data as of ${at(Math.floor(asOf / 1000))}.`
      : 'Not compared because this device has no data yet.';
  if (notCached.length === 0) {
    return counts.unknown === 0
      ? basis
      : `${basis} ${rows} ${counts.unknown === 1 ? 'row identifies' : 'rows identify'} the location by names that are not on this device yet; the server compares ${counts.unknown === 1 ? 'it' : 'them'} when the import is sent.`;
  }
  if (notCached.includes(NO_OWNER)) {
    const compared = Object.values(counts).reduce((sum, rows) => sum + rows, -counts.unknown);
    const said = compared > 0 ? basis : 'Not compared:';
    return `${said} ${compared > 0 ? 'The' : 'the'} records are not on this device${
      loading ? LOADING : '; the server compares them when the import is sent.'
    }`;
  }
  return `${basis} ${rows} ${counts.unknown === 1 ? 'row belongs' : 'rows belong'} to ${channels} whose records are not on this device${
    loading ? LOADING : '; the server compares them when the import is sent.'
  }`;
}

/** An edit that clears all filled cells of a row, so that it is skipped like a blank row. */
export const emptied = ({ filled }: Pick<WrongRow, 'filled'>): Record<string, string> =>
  Object.fromEntries(filled.map(key => [key, '']));
