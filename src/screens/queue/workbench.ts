import type { EntryState, OutboxEntry } from '../../sync/types.ts';
import { fieldLabel } from './entryWords.ts';
import { recordTexts } from './queueTexts.ts';

/** How the queue page groups writes: by record, by what they need, and by whether they can be decided together. */

const OPEN: ReadonlySet<EntryState> = new Set(['queued', 'sending', 'refused', 'conflict']);

export const isOpen = (entry: OutboxEntry): boolean => OPEN.has(entry.state);
export const isPaused = ({ state, hold }: OutboxEntry): boolean =>
  state === 'queued' && hold !== undefined && hold !== null;
export const isStuck = ({ state }: OutboxEntry): boolean => state === 'refused' || state === 'conflict';
/** Paused individually, not because all writes of its kind are. */
const isInDoubt = (entry: OutboxEntry): boolean => isPaused(entry) && entry.hold?.verdict !== 'safe';
/** Whether the write waits until the person decides. */
export const needsPerson = (entry: OutboxEntry): boolean => isStuck(entry) || isPaused(entry);

/** The page's filters. */
export type Show = 'all' | 'waiting' | 'needs' | 'done';
export const SHOWS: readonly Show[] = ['all', 'waiting', 'needs', 'done'];

const showOf = (entry: OutboxEntry): Exclude<Show, 'all'> =>
  !isOpen(entry) ? 'done' : needsPerson(entry) ? 'needs' : 'waiting';

/** Number of writes that match each filter. */
export function countShows(entries: readonly OutboxEntry[]): Record<Show, number> {
  const counts = { all: entries.length, waiting: 0, needs: 0, done: 0 };
  for (const entry of entries) counts[showOf(entry)] += 1;
  return counts;
}

/** The writes to one record. */
export interface RecordGroup {
  key: string;
  /** E.g. "Coblong, Bandung, Jawa Barat", or the ids if no name is known. */
  name: string;
  /**
   * E.g. "Location 1002345 · Standard · channel 10021 J&T Express"; a zone starts with "Zone Limit · Location 1002345 ·
   * ...".
   */
  detail: string;
  /** Open writes, in the order in which they were made (OB4). */
  open: readonly OutboxEntry[];
  /** Settled writes, most recently settled first. */
  ended: readonly OutboxEntry[];
}

const recordKey = (entry: OutboxEntry): string => `${entry.entity}/${entry.collection}/${entry.recordKey}`;

/**
 * Groups writes by record: stuck ones first, then paused ones (doubtful before safe ones), then waiting ones by age,
 * and finally settled ones, latest first.
 */
export function groupByRecord(entries: readonly OutboxEntry[]): readonly RecordGroup[] {
  const groups = new Map<string, OutboxEntry[]>();
  for (const entry of entries) {
    const own = groups.get(recordKey(entry));
    if (own) own.push(entry);
    else groups.set(recordKey(entry), [entry]);
  }
  const rank = ({ open }: RecordGroup): number =>
    open.some(isStuck) ? 0 : open.some(isInDoubt) ? 1 : open.some(isPaused) ? 2 : open.length > 0 ? 3 : 4;
  const age = ({ open, ended }: RecordGroup): number => open[0]?.seq ?? -endedAt(ended[0]);
  return [...groups]
    .map(([key, own]) => ({
      key,
      ...recordTexts(own),
      open: own.filter(isOpen).sort((a, b) => a.seq - b.seq),
      ended: own.filter(entry => !isOpen(entry)).sort((a, b) => endedAt(b) - endedAt(a) || b.seq - a.seq),
    }))
    .sort((a, b) => rank(a) - rank(b) || age(a) - age(b));
}

const endedAt = (entry: OutboxEntry | undefined): number => entry?.settledAt ?? 0;

/** The groups in which any write matches the filter. */
export const narrowTo = (groups: readonly RecordGroup[], show: Show): readonly RecordGroup[] =>
  show === 'all'
    ? groups
    : groups.filter(({ open, ended }) => [...open, ...ended].some(entry => showOf(entry) === show));

/**
 * The write that determines a record's state: the first one that needs a decision, or else the first open one, or else
 * the latest.
 */
export const leadingEntry = ({ open, ended }: Pick<RecordGroup, 'open' | 'ended'>): OutboxEntry | undefined =>
  open.find(needsPerson) ?? open[0] ?? ended[0];

/** Maximum number of records shown as cards; if there are more, they are shown as lines. */
const MOST_CARDS = 8;

/** cards: each record with all of its actions. lines: one line per record, which expands to its card. */
export type Layout = 'cards' | 'lines';

/** The layout for this number of records when the page opens. */
export const layoutOf = (records: number): Layout => (records > MOST_CARDS ? 'lines' : 'cards');

/** The write that blocks an open one because it needs a decision; null if the open one is not blocked. */
export function blockedBy(open: readonly OutboxEntry[], entry: OutboxEntry): OutboxEntry | null {
  return open.find(other => other.seq < entry.seq && needsPerson(other)) ?? null;
}

/** Number of later writes to the record that wait for one that needs a decision. */
export const blockedCount = (open: readonly OutboxEntry[], entry: OutboxEntry): number =>
  needsPerson(entry) ? open.filter(other => other.seq > entry.seq).length : 0;

/** Similar conflicts: the same call, against the same kind of change to the same fields. */
export interface AlikeConflicts {
  key: string;
  kind: 'edited' | 'gone' | 'deletes' | 'exists';
  /** Labels of the affected fields; empty if the whole record is affected. */
  fields: readonly string[];
  entries: readonly OutboxEntry[];
}

/** Groups of at least two conflicts that can be resolved together, largest group first. */
export function alikeConflicts(entries: readonly OutboxEntry[]): readonly AlikeConflicts[] {
  const groups = new Map<string, AlikeConflicts & { entries: OutboxEntry[] }>();
  for (const entry of entries) {
    if (entry.state !== 'conflict' || !entry.theirs) continue;
    const kind = kindOf(entry);
    const fields = kind === 'edited' || kind === 'exists' ? entry.theirs.fields.map(({ field }) => field).sort() : [];
    const key = [entry.entity, entry.callId, kind, ...fields].join('/');
    const own = groups.get(key);
    if (own) own.entries.push(entry);
    else
      groups.set(key, {
        key,
        kind,
        fields: fields.map(field => fieldLabel(entry.collection, field)),
        entries: [entry],
      });
  }
  return [...groups.values()]
    .filter(group => group.entries.length > 1)
    .sort((a, b) => b.entries.length - a.entries.length);
}

/**
 * Writes refused only because a permission is missing: once it is granted, they can be resent unchanged. Empty if there
 * is only one.
 */
export function refusedForRight(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const found = entries.filter(({ state, problem }) => state === 'refused' && problem?.status === 403);
  return found.length > 1 ? found : [];
}

function kindOf({ effect, theirs }: OutboxEntry): AlikeConflicts['kind'] {
  if (effect === 'delete') return 'deletes';
  if (theirs?.row === null) return 'gone';
  return effect === 'create' ? 'exists' : 'edited';
}
