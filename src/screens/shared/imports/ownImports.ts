import type { HomeNow } from '../../../contract/home.ts';
import { importById } from '../../../contract/imports/registry.ts';
import { importedResource } from '../../../contract/rateImports/resources.ts';
import type { Resource } from '../../../contract/resource.ts';
import { RESOURCES } from '../../../contract/resources/all.ts';
import { formatCount } from '../../../domain/format.ts';

type Listed = HomeNow['imports']['list'];

/** An import by this person that is in progress or has failed, on whatever device it was made. */
export interface OwnImport {
  id: string;
  /** The kind of records, e.g. "Location". */
  title: string;
  /** The file's name; empty if there is none. */
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
type Here = readonly { id: string; state: string; receipt: { id: string } | null }[];

type Ids = ReadonlySet<string | undefined>;

/** The ids under which the server may list these imports: the ones that this device made, and those in receipts. */
const idsOf = (here: Here): Ids => new Set(here.flatMap(({ id, receipt }) => [id, receipt?.id]));
const discardedIds = (here: Here): Ids => idsOf(here.filter(({ state }) => state === 'discarded'));

/**
 * The person's imports according to the server, except those that the person has discarded on this device, which need
 * no decision anymore.
 */
export function withoutDiscarded(imports: HomeNow['imports'], here: Here): HomeNow['imports'] {
  const discarded = discardedIds(here);
  const gone = imports.list.filter(({ id }) => discarded.has(id));
  const running = gone.filter(({ state }) => RUNNING.has(state)).length;
  return {
    running: Math.max(0, imports.running - running),
    failed: Math.max(0, imports.failed - (gone.length - running)),
    list: imports.list.filter(({ id }) => !discarded.has(id)),
  };
}

/**
 * The imports missing from this device's list: those of other devices and, separately, those discarded here.
 *
 * @param here the imports known to this device
 */
export function importsElsewhere(list: Listed, here: Here): { others: OwnImport[]; discarded: OwnImport[] } {
  const known = idsOf(here);
  const discarded = discardedIds(here);
  const all = ownImports(list);
  return { others: all.filter(({ id }) => !known.has(id)), discarded: all.filter(({ id }) => discarded.has(id)) };
}
