import { isHeld, isOpen, type StoredEntry } from './outbox/entry.ts';
import type { ListRow, ListSource, PendingMark, Row } from './types.ts';

export interface OverlaidPage<R> {
  rows: ListRow<R>[];
  /** The server's; what waits to be added is not in it. */
  total: number;
  /** Rows of page 1 that stand on top of the server's. */
  extra: number;
}

/** What the overlay needs of a cached page. */
export interface PageRows {
  rows: readonly Row[];
  total: number;
  page: number;
  /** Outbox's order of endings when the page was asked for. */
  settledAt: number;
}

/**
 * Draws pending writes over a page of server truth (MR1); pure. A pending update's fields replace the row's, a pending
 * delete stays visible until it is applied, a pending create of a row that the filters want stands on top of page 1, apart
 * from the page's own rows, so that neither their numbers nor the pages shift. A refused update or delete shows the server's row again, with its mark.
 *
 * @param entries the collection's open entries, and those ended after the page was asked for, by seq
 */
export function overlay<F extends Row, R extends Row>(
  page: PageRows,
  entries: readonly StoredEntry[],
  source: Pick<ListSource<F, R>, 'rowKey' | 'matches'>,
  filters: F,
): OverlaidPage<R> {
  const chains = chainsOf(entries, page.settledAt);
  const rows: ListRow<R>[] = page.rows.map(row => {
    const key = source.rowKey(row as R);
    const chain = chains.get(key);
    chains.delete(key);
    return { key, row: (chain ? draw(row, chain) : row) as R, pending: chain ? markOf(chain) : null };
  });
  const added: ListRow<R>[] = [];
  const lost: ListRow<R>[] = [];
  for (const [key, chain] of chains) {
    const last = lostRow(chain);
    if (last) {
      const orphan = draw(last, chain.filter(isOpen)) as R;
      // Gone on the server, so that an earlier create of it in the same chain is history.
      if (source.matches(orphan, filters)) lost.push({ key, row: orphan, pending: markOf(chain) });
      continue;
    }
    if (chain[0]?.effect !== 'create') continue;
    const row = draw(null, chain) as R | null;
    if (row && source.matches(row, filters)) added.push({ key, row, pending: markOf(chain) });
  }
  added.reverse();
  const extra = page.page === 1 ? [...added, ...lost] : [];
  return { rows: [...extra, ...rows], total: page.total, extra: extra.length };
}

/**
 * A create that took effect after the page was asked for: the page cannot have it, so it stays on top until refetched. Not one
 * that was deleted again before its answer came: nothing changes any more, no list would be asked again for it.
 */
export const isUnseenCreate = (entry: StoredEntry, settledAt: number): boolean =>
  entry.effect === 'create' && entry.outdated !== true && tookEffect(entry) && (entry.settledSeq ?? 0) > settledAt;

/**
 * Writes of each record that are drawn: those open, and a create that the page cannot have, with the edits since. What a
 * deletion took away is history.
 */
function chainsOf(entries: readonly StoredEntry[], settledAt: number): Map<string, StoredEntry[]> {
  const chains = new Map<string, StoredEntry[]>();
  for (const entry of entries) {
    const chain = chains.get(entry.recordKey) ?? [];
    const added = chain[0] !== undefined && isUnseenCreate(chain[0], settledAt);
    if (isOpen(entry) || isUnseenCreate(entry, settledAt) || (added && isEdit(entry)))
      chains.set(entry.recordKey, [...chain, entry]);
    else if (entry.effect === 'delete') chains.delete(entry.recordKey);
  }
  return chains;
}

/** An edit that took effect. */
const isEdit = (entry: StoredEntry): boolean => entry.effect === 'update' && tookEffect(entry);

const tookEffect = ({ state }: StoredEntry): boolean => state === 'applied' || state === 'merged';

/** The row as the person means it: each write of the record on top of the one before. */
function draw(row: Row | null, chain: readonly StoredEntry[]): Row | null {
  let drawn = row;
  let deleted = false;
  for (const entry of chain) {
    // What the server made of an edit says more than the create before it; a row of the page says more than either.
    if (isEdit(entry)) drawn = row ?? entry.accepted;
    // A row that the server has says more than the guess, unless it is the one that is deleted first.
    else if (entry.effect === 'create') drawn = deleted || !drawn ? (entry.accepted ?? entry.optimistic) : drawn;
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

/** One mark a record: what needs a person comes first, else the last write; on its way as soon as one of them is. */
function markOf(chain: readonly StoredEntry[]): PendingMark | null {
  const open = chain.filter(isOpen);
  const stuck = open.find(({ state }) => state === 'refused' || state === 'conflict');
  const entry = stuck ?? open.at(-1);
  if (!entry) return null;
  const state = stuck ? stuck.state : open.some(({ state }) => state === 'sending') ? 'sending' : 'queued';
  return {
    entryId: entry.id,
    state: state as PendingMark['state'],
    effect: entry.effect,
    message: entry.problem?.message ?? '',
    ...(!stuck && open.some(isHeld) ? { held: true } : {}),
  };
}
