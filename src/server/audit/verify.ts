import { formatCount } from '../../domain/format.ts';
import type { Queryable } from '../db/transaction.ts';
import { contentHash, isAnchor, linkHash, STORED_COLUMNS, type StoredEntry } from './chain.ts';
import { rounds } from '../base/rounds.ts';

/**
 * Verifies that the log has not been changed since it was written: follows each entity's chain and reports entries that
 * do not match.
 */

/** The end of an entity's chain, which may also be recorded elsewhere. */
export interface Head {
  no: number;
  hash: string;
}

export interface Verified {
  /** For each entity: the number of entries read, the number of the first one, and the end of the chain. */
  chains: { entity: string; entries: number; first: number; head: Head }[];
  /** One sentence for each finding; empty if the log is unchanged. */
  problems: string[];
}

/** The result in a sentence, for the page System and for `npm run audit:verify`. */
export function verifiedText({ chains, problems }: Verified): string {
  const entries = entriesText(chains.reduce((sum, chain) => sum + chain.entries, 0));
  if (problems.length === 0) return `The log is intact: ${entries}.`;
  const found = problems.length === 1 ? '1 finding' : `${formatCount(problems.length)} findings`;
  return `The log is not intact: ${found} in ${entries}.`;
}

export const entriesText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'entry' : 'entries'}`;

const BATCH = 1_000;
/**
 * How far ahead to search for the true number of a renumbered entry, and after how many unmatched entries to stop
 * searching.
 */
const LOOK_AHEAD = 2_000;
const LOST_MOST = 5;
/** Maximum number of findings listed. */
const LISTED_MOST = 200;

type Chained = StoredEntry & { chainNo: number };

/** Describes an entry: "entry 812 (number 40 of ID, 2026-11-27 08:00:00 UTC, POST path by somebody)". */
function nameOf({ id, entity, chainNo, at, url, email }: StoredEntry): string {
  const time = new Date(at * 1000).toISOString().replace('T', ' ').slice(0, 19);
  const number = chainNo === null ? `of ${entity}` : `number ${chainNo} of ${entity}`;
  return `Entry ${id} (${number}, ${time} UTC, ${url} by ${email})`;
}

const range = (from: number, to: number): string => (from === to ? `number ${from}` : `numbers ${from} to ${to}`);
const entriesMissing = (from: number, to: number, entity: string, where: string): string =>
  from === to
    ? `The entry ${range(from, to)} of ${entity} was removed${where}.`
    : `The entries ${range(from, to)} of ${entity} were removed${where}.`;

/** Follows one chain. `read` must be called with the chain's entries in numerical order. */
class Walk {
  readonly problems: string[] = [];
  entries = 0;
  first: number | null = null;
  /** The last matching entry: its true number, its hash, and the number under which it is stored. */
  private good: { no: number; hash: string; stored: number } | null = null;
  /** Entries after the last match that do not match any number. */
  private lost: Chained[] = [];
  private anchors: { upTo: number; hash: string }[] = [];
  private start: Chained | null = null;

  constructor(readonly entity: string) {}

  /**
   * Returns an entry's true number, searching upward from its stored number, or null if its content does not match its
   * hash.
   */
  private placeOf(entry: Chained): number | null {
    const content = contentHash(entry);
    const fits = (no: number) => linkHash(entry.previousHash ?? '', no, content) === entry.hash;
    if (fits(entry.chainNo)) return entry.chainNo;
    if (this.lost.length > LOST_MOST) return null;
    const from = (this.good?.no ?? 0) + 1;
    for (let no = from; no < from + LOOK_AHEAD; no += 1) if (fits(no)) return no;
    return null;
  }

  /**
   * Reports unmatched entries: as inserted if the entry after them directly follows the entry before them, otherwise as
   * changed.
   */
  private settleLost(isFollowing: boolean): void {
    for (const entry of this.lost)
      this.problems.push(
        isFollowing
          ? `${nameOf(entry)} was inserted: the entries around it follow each other.`
          : `${nameOf(entry)} was changed: its content does not match its hash.`,
      );
    this.lost = [];
  }

  read(entry: Chained): void {
    this.entries += 1;
    this.first ??= entry.chainNo;
    const no = this.placeOf(entry);
    if (no === null) {
      // If only the content was changed, the stored hash still links the entries before and after it.
      this.lost.push(entry);
      return;
    }
    if (this.good === null && this.lost.length === 0) this.start = entry;
    else this.join(entry, no);
    this.good = { no, hash: entry.hash ?? '', stored: entry.chainNo };
    const anchor = isAnchor(entry);
    if (anchor) this.anchors.push(anchor);
  }

  /** Compares an entry whose hash matches its content with the preceding entries. */
  private join(entry: Chained, no: number): void {
    const { good, lost } = this;
    const before = lost.at(-1);
    const goodHash = good?.hash ?? '';
    const goodNo = good?.no ?? 0;
    if (before === undefined) {
      if (no > goodNo + 1)
        this.problems.push(entriesMissing(goodNo + 1, no - 1, this.entity, ` before entry ${entry.id}`));
      else if (no <= goodNo) this.problems.push(`${nameOf(entry)} was inserted: its number is already taken.`);
      else if (entry.previousHash !== goodHash)
        this.problems.push(
          `Entry number ${good?.stored ?? goodNo} of ${this.entity} was changed or replaced: entry ${entry.id}, which follows it, contains a different hash for it.`,
        );
      return;
    }
    const isFollowing = no === goodNo + 1 && entry.previousHash === goodHash && good !== null;
    if (!isFollowing) {
      const missing = no - goodNo - 1 - lost.length;
      if (missing > 0 && good !== null)
        this.problems.push(entriesMissing(no - missing, no - 1, this.entity, ` before entry ${entry.id}`));
    }
    this.settleLost(isFollowing);
  }

  /** @param head the recorded end of the chain, or null if there is none */
  end(head: Head | null): void {
    const last = this.lost.at(-1);
    const lastNo = last?.chainNo ?? this.good?.no ?? 0;
    const lastHash = last?.hash ?? this.good?.hash ?? '';
    // Unmatched entries after the recorded end must have been inserted.
    this.settleLost(head !== null && head.hash === this.good?.hash);
    if (head === null) {
      if (this.entries > 0)
        this.problems.push(
          `The end of the log of ${this.entity} is not recorded: its row of audit_chains was removed.`,
        );
    } else if (head.hash === lastHash || head.hash === this.good?.hash) {
      // The chain ends at the recorded end.
    } else if (head.no > lastNo) {
      this.problems.push(entriesMissing(lastNo + 1, head.no, this.entity, ' at the end of the log'));
    } else if (lastNo > head.no) {
      this.problems.push(
        `The log of ${this.entity} goes on to number ${lastNo}, but its recorded end is number ${head.no}: the entries after it were inserted, or the record was changed.`,
      );
    } else {
      this.problems.push(
        `Entry number ${lastNo} of ${this.entity}, the last one, was replaced: it does not match the recorded end of the log.`,
      );
    }
    this.checkStart();
  }

  /** The log must start at number 1, or right after the old entries whose removal an anchor records. */
  private checkStart(): void {
    const { start, first } = this;
    if (first === null || first === 1) return;
    const anchor = this.anchors.findLast(({ upTo }) => upTo >= first - 1);
    if (!anchor) this.problems.unshift(entriesMissing(1, first - 1, this.entity, ' at the beginning of the log'));
    else if (anchor.upTo === first - 1 && start !== null && start.previousHash !== anchor.hash)
      this.problems.unshift(
        `${nameOf(start)} does not follow the entries that were removed because of their age: entries after them were replaced.`,
      );
  }
}

/** Reads an entity's entries in numerical order, up to a given number. */
async function* chainOf(db: Queryable, entity: string, upTo: number): AsyncGenerator<Chained[]> {
  for (let last = 0, round = rounds('Verifying the log'); ; round()) {
    const { rows }: { rows: Chained[] } = await db.query<Chained>(
      `SELECT ${STORED_COLUMNS} FROM audit_logs WHERE entity = $1 AND chain_no > $2 AND chain_no <= $3
        ORDER BY chain_no LIMIT ${BATCH}`,
      [entity, last, upTo],
    );
    if (rows.length === 0) return;
    yield rows;
    last = (rows.at(-1) as Chained).chainNo;
  }
}

/**
 * Reads the whole log, a thousand entries at a time, and reports entries that were changed, removed or inserted.
 * @param noted previously recorded chain ends, by entity: the log must still contain these entries, or have removed
 *   them because of their age
 * @param tick called after every thousand entries with the number read so far
 */
export async function verifyLog(
  db: Queryable,
  noted: Readonly<Record<string, Head>> = {},
  tick: (entries: number) => Promise<void> = async () => undefined,
): Promise<Verified> {
  // Both values are read in one statement, so that a concurrent write is included in both or in neither.
  const { rows: ends } = await db.query<{
    entity: string;
    no: number | null;
    hash: string | null;
    last: number | null;
  }>(
    `SELECT entity, chain.no, chain.hash, log.last FROM audit_chains chain
       FULL JOIN (SELECT entity, max(chain_no) AS last FROM audit_logs WHERE chain_no IS NOT NULL GROUP BY entity) log USING (entity)
      ORDER BY entity`,
  );
  const entities = ends.map(({ entity }) => entity);
  const result: Verified = { chains: [], problems: [] };
  let read = 0;
  for (const { entity, no, hash, last } of ends) {
    const head = no === null || hash === null ? null : { no, hash };
    const walk = new Walk(entity);
    for await (const rows of chainOf(db, entity, last ?? 0)) {
      for (const row of rows) walk.read(row);
      read += rows.length;
      await tick(read);
    }
    walk.end(head);
    result.problems.push(...walk.problems);
    const end = head ?? { no: walk.entries, hash: '' };
    result.chains.push({ entity, entries: walk.entries, first: walk.first ?? 0, head: end });
    const note = noted[entity];
    if (note) result.problems.push(...(await againstNote(db, entity, note, walk.first ?? 0)));
  }
  for (const [entity, note] of Object.entries(noted))
    if (!entities.includes(entity)) result.problems.push(entriesMissing(1, note.no, entity, ': its whole log is gone'));
  const { rows: odd } = await db.query<StoredEntry>(
    `SELECT ${STORED_COLUMNS} FROM audit_logs WHERE chain_no IS NULL OR chain_no < 1 ORDER BY id LIMIT ${LISTED_MOST}`,
  );
  for (const entry of odd)
    result.problems.push(
      `${nameOf(entry)} was inserted: it is not part of the chain, so this server did not write it.`,
    );
  if (result.problems.length > LISTED_MOST) {
    const more = result.problems.length - LISTED_MOST;
    result.problems.length = LISTED_MOST;
    result.problems.push(`${more} further findings are not listed.`);
  }
  return result;
}

async function againstNote(db: Queryable, entity: string, note: Head, first: number): Promise<string[]> {
  if (note.no < first) return [];
  const { rows } = await db.query<{ hash: string }>('SELECT hash FROM audit_logs WHERE entity = $1 AND chain_no = $2', [
    entity,
    note.no,
  ]);
  if (rows[0]?.hash === note.hash) return [];
  return [
    rows[0]
      ? `Entry number ${note.no} of ${entity} differs from the recorded one: the log was rewritten from there or earlier.`
      : `Entry number ${note.no} of ${entity}, which was recorded, is missing: the log was cut off before it.`,
  ];
}
