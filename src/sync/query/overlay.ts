import { versionOf } from '../mirror/versionOf.ts';
import { isPaused, isOpen, NO_ROWS_VERSION, type StoredEntry } from '../outbox/entry.ts';
import type { ListSource, Row } from '../types.ts';
import type { ListRow, RowMark } from '../../contract/listData.ts';

export interface OverlaidPage<R> {
  rows: ListRow<R>[];
  /** The server's total, without records waiting to be added. */
  total: number;
  /** Rows of page 1 that are on top of the server's. */
  extra: number;
}

/** The fields of a cached page that the overlay needs. */
export interface PageRows {
  rows: readonly Row[];
  total: number;
  page: number;
  /** Outbox's order of endings when the page was requested. */
  settledAt: number;
}

/**
 * Draws own writes over a page of server truth (MR1); pure. What took effect after the page was requested is on it, also
 * where nothing has patched the page. On top of that a pending update's fields replace the row's, a pending delete stays
 * visible until it is applied, a pending create of a row that the filters want is on top of page 1, apart from the page's
 * own rows, so that neither their numbers nor the pages shift. A refused update or delete shows the server's row again, with
 * its mark.
 *
 * @param entries the collection's open entries, and those ended after the page was requested, by seq
 */
export function overlay<F extends Row, R extends Row>(
  page: PageRows,
  entries: readonly StoredEntry[],
  source: Pick<ListSource<F, R>, 'rowKey' | 'matches'>,
  filters: F,
): OverlaidPage<R> {
  const chains = chainsOf(entries, page.settledAt);
  const rows: ListRow<R>[] = [];
  for (const row of page.rows) {
    const key = source.rowKey(row as R);
    const chain = chains.get(key);
    chains.delete(key);
    const drawn = chain ? draw(row, chain) : row;
    if (drawn) rows.push({ key, row: drawn as R, pending: chain ? markOf(chain) : null });
  }
  const gone = page.rows.length - rows.length;
  const added: ListRow<R>[] = [];
  const lost: ListRow<R>[] = [];
  for (const [key, chain] of chains) {
    const last = lostRow(chain);
    if (last) {
      const orphan = drawOpen(last, chain) as R;
      // Gone on the server, so that an earlier create of it in the same chain is history.
      if (source.matches(orphan, filters)) lost.push({ key, row: orphan, pending: markOf(chain) });
      continue;
    }
    const row = draw(null, chain) as R | null;
    if (row && source.matches(row, filters)) added.push({ key, row, pending: markOf(chain) });
  }
  added.reverse();
  const extra = page.page === 1 ? [...added, ...lost] : [];
  return { rows: [...extra, ...rows], total: page.total - gone, extra: extra.length };
}

/**
 * A create that took effect after the page was requested: the page cannot have it, so it stays on top until refetched. Not one
 * that was deleted again before its answer came: nothing changes any more, no list would be asked again for it.
 */
export const isUnseenCreate = (entry: StoredEntry, settledAt: number): boolean =>
  entry.effect === 'create' && isUnseen(entry, settledAt);

/** It took effect after the page was requested; not where the record was deleted after its answer was given. */
const isUnseen = ({ state, outdated, settledSeq }: StoredEntry, settledAt: number): boolean =>
  (state === 'applied' || state === 'merged') && outdated !== true && (settledSeq ?? 0) > settledAt;

/** Writes of each record that are drawn: those open, and what took effect that the page may not have. */
function chainsOf(entries: readonly StoredEntry[], settledAt: number): Map<string, StoredEntry[]> {
  const chains = new Map<string, StoredEntry[]>();
  for (const entry of entries) {
    if (!isOpen(entry) && !isUnseen(entry, settledAt)) continue;
    const chain = chains.get(entry.recordKey);
    if (chain) chain.push(entry);
    else chains.set(entry.recordKey, [entry]);
  }
  return chains;
}

/** The row after the person's writes. `row`: the page's; null if it has none. */
const draw = (row: Row | null, chain: readonly StoredEntry[]): Row | null => drawOpen(newest(row, chain), chain);

/**
 * The page's row, or what an own write left where that is newer. A record that the page does not have may be on another one,
 * or be none that it asks for: only a creation brings it here.
 */
function newest(row: Row | null, chain: readonly StoredEntry[]): Row | null {
  let now = row;
  let version = row ? versionOf(row) : -1;
  for (const entry of chain) {
    const { effect, accepted } = entry;
    if (isOpen(entry) || (effect === 'update' && !now)) continue;
    const revision = versionLeft(entry);
    // What belongs to the person alone, as their default view does, changes a row without a new version of it.
    const isOwnPart = effect === 'update' && accepted !== undefined && accepted !== null && revision === version;
    if (!isOwnPart && revision <= version && (now || effect !== 'create' || accepted)) continue;
    now = effect === 'delete' ? null : (accepted ?? { ...(now ?? entry.optimistic), ...entry.changes });
    // If there was nothing left to delete, nobody has the version of that.
    if (effect !== 'delete' || entry.state === 'applied') version = Math.max(version, revision);
  }
  return now;
}

/**
 * Version of the record that a write left, a deletion's the tombstone's; -1 if it was on no known row, so that
 * it says nothing about one.
 */
const versionLeft = ({ accepted, acceptedVersion, baseVersion }: StoredEntry): number =>
  acceptedVersion ??
  (accepted ? versionOf(accepted) : baseVersion === null || baseVersion === NO_ROWS_VERSION ? -1 : baseVersion + 1);

/** Applies each open write of the record on top of the previous one. */
function drawOpen(row: Row | null, chain: readonly StoredEntry[]): Row | null {
  let drawn = row;
  let deleted = false;
  for (const entry of chain) {
    if (!isOpen(entry)) continue;
    // A row that the server has says more than the guess, unless it is the one that is deleted first.
    if (entry.effect === 'create') drawn = deleted || !drawn ? entry.optimistic : drawn;
    else if (entry.effect === 'update' && entry.state !== 'refused' && drawn) drawn = { ...drawn, ...entry.changes };
    deleted = entry.effect === 'delete' && entry.state !== 'refused';
  }
  return drawn;
}

/** The row of an edit whose record a colleague deleted: it stays in sight, uncounted, until the person has decided. */
function lostRow(chain: readonly StoredEntry[]): Row | null {
  const edit = chain.find(
    ({ state, effect, theirs }) => state === 'conflict' && effect === 'update' && theirs?.row === null,
  );
  return edit?.optimistic ?? null;
}

/**
 * One mark per record: writes that need a decision take precedence, otherwise the last write; being sent as soon as one
 * of them is.
 */
function markOf(chain: readonly StoredEntry[]): RowMark | null {
  const open = chain.filter(isOpen);
  const stuck = open.find(({ state }) => state === 'refused' || state === 'conflict');
  const entry = stuck ?? open.at(-1);
  if (!entry) return null;
  const state = stuck ? stuck.state : open.some(({ state }) => state === 'sending') ? 'sending' : 'queued';
  return {
    entryId: entry.id,
    state: state as RowMark['state'],
    effect: entry.effect,
    message: entry.problem?.message ?? '',
    ...(!stuck && open.some(isPaused) ? { paused: true } : {}),
  };
}
