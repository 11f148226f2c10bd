import type { HomeNow } from '../../../contract/home.ts';
import { importById } from '../../../contract/imports/registry.ts';
import { importedResource } from '../../../contract/rateImports/resources.ts';
import type { Resource } from '../../../contract/resource.ts';
import { RESOURCES } from '../../../contract/resources/all.ts';
import type { Country } from '../../../domain/country.ts';
import { formatCount } from '../../../domain/format.ts';
import type { QueuedImport } from '../../../sync/hooks/useImports.ts';

type Listed = HomeNow['imports']['list'];

/** An import by this person that is in progress or has failed, on whatever device it was made. */
export interface OwnImport {
  id: string;
  /** The kind of records, e.g. "Location". */
  title: string;
  /** The file's name, or what a bulk change does; empty if there is neither. */
  file: string;
  /** The import's state, e.g. "is being applied". */
  state: string;
  /** URL of the list that it changes. */
  href: string;
  /** Time in epoch seconds. */
  at: number;
}

const RUNNING: ReadonlySet<string> = new Set(['queued', 'checking', 'applying']);

const STATE_WORDS = {
  queued: 'is waiting for its turn',
  checking: 'is being checked',
  applying: 'is being applied',
  applied: 'is applied',
  refused: 'was refused: its rows have errors',
  review: 'is waiting because others changed the same rows',
  failed: 'failed',
} as const;

/** URL of the list that an import changes; the queue page if this build does not know the import. */
function listOf(declaration: string): string {
  const id = declaration.split('.')[0] ?? declaration;
  const resource = (RESOURCES as readonly Resource[]).find(own => own.id === id) ?? importedResource(declaration);
  return resource?.page?.path ?? '/queue';
}

/** The person's imports according to the server, in words. */
export const ownImports = (list: Listed): OwnImport[] =>
  list.map(({ id, declaration, file, state, done, total, at }) => ({
    id,
    title: importById(declaration)?.title ?? declaration,
    file,
    state:
      state === 'applying' && total > 0
        ? `${Math.floor((done / total) * 100)} % of ${formatCount(total)} rows`
        : STATE_WORDS[state],
    href: listOf(declaration),
    at,
  }));

/** The imports known to this device. */
type Here = readonly { id: string; state: QueuedImport['state']; entity: Country; receipt: { id: string } | null }[];

type Ids = ReadonlySet<string | undefined>;

/** The ids under which the server may list these imports: the ones that this device made, and those in receipts. */
const idsOf = (here: Here): Ids => new Set(here.flatMap(({ id, receipt }) => [id, receipt?.id]));
const discardedIds = (here: Here): Ids => idsOf(here.filter(({ state }) => state === 'discarded'));

/** What an import needs: nothing yet, because it is in progress, or the person, because it failed or awaits a decision. */
export type ImportShow = 'running' | 'failed';
export const IMPORT_SHOWS: readonly ImportShow[] = ['running', 'failed'];

const SHOW_OF_DEVICE: Readonly<Record<QueuedImport['state'], ImportShow | null>> = {
  waiting: 'running',
  uploading: 'running',
  applying: 'running',
  refused: 'failed',
  review: 'failed',
  failed: 'failed',
  applied: null,
  discarded: null,
};

const NONE: HomeNow['imports'] = { running: 0, failed: 0, list: [] };

/** The imports of one kind: Home counts them, and the page with the person's own changes lists them. */
export interface ImportsOfShow<H> {
  /** Those in this device's list. */
  here: H[];
  /** Those of other devices. */
  others: OwnImport[];
  /** Includes those that the server counts but does not list because there are too many. */
  count: number;
}

/**
 * The person's imports in a country that are in progress or need the person, on whatever device they were made. An
 * import that needs the person on this device, but no longer according to the server, because it was undone, repeated
 * or is old, is not included.
 * @param known the imports according to the server; null if it has never responded, so that only this device's are known
 */
export function importsNow<H extends Here[number]>(
  known: HomeNow['imports'] | null,
  here: readonly H[],
  entity: Country,
): Record<ImportShow, ImportsOfShow<H>> {
  const { running, failed, list } = known ?? NONE;
  const served = new Set(list.map(({ id }) => id));
  const isServed = ({ id, receipt }: H): boolean =>
    known === null || served.has(id) || (receipt !== null && served.has(receipt.id));
  const own = here.filter(queued => {
    const show = queued.entity === entity ? SHOW_OF_DEVICE[queued.state] : null;
    return show === 'running' || (show === 'failed' && (queued.receipt === null || isServed(queued)));
  });
  const listedHere = idsOf(here);
  const others = list.filter(({ id }) => !listedHere.has(id));
  const showOf = ({ state }: Listed[number]): ImportShow => (RUNNING.has(state) ? 'running' : 'failed');
  const counted = { running, failed };
  const of = (show: ImportShow): ImportsOfShow<H> => {
    const mine = own.filter(({ state }) => SHOW_OF_DEVICE[state] === show);
    const theirs = others.filter(listed => showOf(listed) === show);
    const unlisted = counted[show] - list.filter(listed => showOf(listed) === show).length;
    return { here: mine, others: ownImports(theirs), count: mine.length + theirs.length + Math.max(0, unlisted) };
  };
  return { running: of('running'), failed: of('failed') };
}

/** The imports that the server still lists although the person discarded them on this device. */
export function discardedHere(list: Listed, here: Here): OwnImport[] {
  const discarded = discardedIds(here);
  return ownImports(list.filter(({ id }) => discarded.has(id)));
}

/** Describes the state of an import on this device, and why it is waiting. */
export function importWord(queued: QueuedImport): string {
  const { state, problem } = queued;
  switch (state) {
    case 'waiting':
      return problem === '' ? 'Waiting to be sent' : `Waiting: ${problem}`;
    case 'uploading':
      return 'Uploading';
    case 'applying':
      return problem === '' ? 'Being applied by the server' : `On the server: ${problem}`;
    case 'refused':
      return queued.bulk ? 'Refused by the server' : 'Refused: its files have errors';
    case 'review':
      if (queued.since === null) return 'Needs your decision: there was no data to compare it with';
      return queued.receipt?.review?.total === 0
        ? 'Needs your decision: the comparison is out of date'
        : 'Needs your decision: records were changed in the meantime';
    case 'failed':
      return 'Failed';
    case 'applied':
      // The receipt is that of the first attempt.
      if (queued.receipt?.repeated) return 'The same files were imported before, so nothing was changed. First import';
      if (importById(queued.importId)?.checksOnly) return 'Checked';
      return queued.receipt?.revertedBy ? 'Applied and undone' : 'Applied';
    case 'discarded':
      return 'Discarded';
  }
}
