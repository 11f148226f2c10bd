import { versionOf } from '../mirror/versionOf.ts';
import { isPaused, isOpen, NO_ROWS_VERSION, type StoredEntry } from '../outbox/entry.ts';
import type { ListSource, Row } from '../types.ts';
import type { ListRow, RowMark } from '../../contract/listData.ts';

export interface OverlaidPage<R> {
  rows: ListRow<R>[];
  /** The server's total, excluding records with a pending creation. */
  total: number;
  /** Number of rows shown above the server's on page 1. */
  extra: number;
}

/** The parts of a cached page that the overlay uses. */
export interface PageRows {
  rows: readonly Row[];
  total: number;
  page: number;
  /** The outbox's latest settlement number when the page was requested. */
  settledAt: number;
}

/**
 * Applies the person's own writes to a page of server data (MR1); pure. Writes that took effect after the page was
 * requested are applied first, even if the page has not been patched. Then the fields of a pending update replace the
 * row's; a row with a pending deletion stays visible until the deletion is applied; a pending creation that matches the
 * filters is shown at the top of page 1, separately from the page's own rows, so that neither row numbers nor pages
 * shift. A refused update or deletion shows the server's row again, with a mark.
 *
 * @param entries the collection's open entries, and those settled after the page was requested, by seq
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
      // The record is gone on the server, so an earlier creation of it in the same chain is history.
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
 * A creation that took effect after the page was requested: the page cannot contain it, so it stays at the top until
 * the page is refetched. Excludes records deleted before the response arrived, because no further change would make a
 * list refetch them.
 */
export const isUnseenCreate = (entry: StoredEntry, settledAt: number): boolean =>
  entry.effect === 'create' && isUnseen(entry, settledAt);

/**
 * Whether a write took effect after the page was requested; false if the record was deleted after the response was
 * sent.
 */
const isUnseen = ({ state, outdated, settledSeq }: StoredEntry, settledAt: number): boolean =>
  (state === 'applied' || state === 'merged') && outdated !== true && (settledSeq ?? 0) > settledAt;

/** For each record, the writes to apply: open ones, and settled ones that may be missing from the page. */
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

/** Returns the row after the person's writes. `row` is the page's row; null if it has none. */
const draw = (row: Row | null, chain: readonly StoredEntry[]): Row | null => drawOpen(newest(row, chain), chain);

/**
 * The page's row, or a newer one produced by one of the person's own writes. A record missing from the page may be on
 * another page or not match the filters, so only a creation adds it here.
 */
function newest(row: Row | null, chain: readonly StoredEntry[]): Row | null {
  let now = row;
  let version = row ? versionOf(row) : -1;
  for (const entry of chain) {
    const { effect, accepted } = entry;
    if (isOpen(entry) || (effect === 'update' && !now)) continue;
    const revision = versionLeft(entry);
    // Personal data, such as a person's default view, changes a row without changing its version.
    const isOwnPart = effect === 'update' && accepted !== undefined && accepted !== null && revision === version;
    if (!isOwnPart && revision <= version && (now || effect !== 'create' || accepted)) continue;
    now = effect === 'delete' ? null : (accepted ?? { ...(now ?? entry.optimistic), ...entry.changes });
    // If there was nothing left to delete, no row has that version.
    if (effect !== 'delete' || entry.state === 'applied') version = Math.max(version, revision);
  }
  return now;
}

/**
 * The record's version after a write; for a deletion, the tombstone's. -1 if the write was not based on a known row,
 * and therefore says nothing about one.
 */
const versionLeft = ({ accepted, acceptedVersion, baseVersion }: StoredEntry): number =>
  acceptedVersion ??
  (accepted ? versionOf(accepted) : baseVersion === null || baseVersion === NO_ROWS_VERSION ? -1 : baseVersion + 1);

/** Applies the record's open writes in order, each to the result of the previous one. */
function drawOpen(row: Row | null, chain: readonly StoredEntry[]): Row | null {
  let drawn = row;
  let deleted = false;
  for (const entry of chain) {
    if (!isOpen(entry)) continue;
    // The server's row is preferred to our guess, unless that row is deleted first.
    if (entry.effect === 'create') drawn = deleted || !drawn ? entry.optimistic : drawn;
    else if (entry.effect === 'update' && entry.state !== 'refused' && drawn) drawn = { ...drawn, ...entry.changes };
    deleted = entry.effect === 'delete' && entry.state !== 'refused';
  }
  return drawn;
}

/**
 * The row of an edit whose record was deleted by a colleague: it stays visible, uncounted, until the person has
 * decided.
 */
function lostRow(chain: readonly StoredEntry[]): Row | null {
  const edit = chain.find(
    ({ state, effect, theirs }) => state === 'conflict' && effect === 'update' && theirs?.row === null,
  );
  return edit?.optimistic ?? null;
}

/**
 * One mark per record: writes that need a decision take precedence over the last write. The state is "sending" if any
 * of them is being sent.
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
