import type { RuleCode } from './rules.ts';

/** The maximum number of errors that are stored individually; further ones are only counted. */
const MOST = 1_000_000;

/** The errors of an import, stored by column: a million errors take 20 MB. */
export class ErrorList {
  private capacity = 256;
  /** Number of the file. */
  files = new Uint16Array(this.capacity);
  /** Row among the file's stored rows. */
  rows = new Int32Array(this.capacity);
  /** Declared column. */
  columns = new Uint16Array(this.capacity);
  rules = new Uint8Array(this.capacity);
  /** What the rule's message needs: the index of another row, a place or similar. */
  details = new Float64Array(this.capacity);
  /** Number of errors that are stored. */
  count = 0;
  /** Number of all errors, by rule, including those that are not stored. */
  readonly byRule = new Int32Array(32);

  add(file: number, row: number, column: number, rule: RuleCode, detail = 0): void {
    this.byRule[rule] = (this.byRule[rule] as number) + 1;
    if (this.count === MOST) return;
    if (this.count === this.capacity) this.grow();
    const at = this.count++;
    this.files[at] = file;
    this.rows[at] = row;
    this.columns[at] = column;
    this.rules[at] = rule;
    this.details[at] = detail;
  }

  get total(): number {
    return this.byRule.reduce((sum, count) => sum + count, 0);
  }

  /**
   * Indexes of the stored errors in order of file, row and column, optionally of one rule only. A million are sorted by
   * counting, not by comparing.
   */
  inOrder(rule?: RuleCode): Int32Array {
    const { files, rows, rules, columns } = this;
    const firstOf: number[] = [];
    for (let at = 0; at < this.count; at++) {
      const file = files[at] as number;
      firstOf[file] = Math.max(firstOf[file] ?? 0, (rows[at] as number) + 1);
    }
    let places = 0;
    for (let file = 0; file < firstOf.length; file++) {
      const size = firstOf[file] ?? 0;
      firstOf[file] = places;
      places += size;
    }
    const placeOf = (at: number): number => (firstOf[files[at] as number] as number) + (rows[at] as number);
    const starts = new Int32Array(places + 1);
    let wanted = 0;
    for (let at = 0; at < this.count; at++) {
      if (rule !== undefined && rules[at] !== rule) continue;
      wanted += 1;
      starts[placeOf(at) + 1] = (starts[placeOf(at) + 1] as number) + 1;
    }
    for (let place = 0; place < places; place++)
      starts[place + 1] = (starts[place + 1] as number) + (starts[place] as number);
    const ordered = new Int32Array(wanted);
    const filled = starts.slice(0, places);
    for (let at = 0; at < this.count; at++) {
      if (rule !== undefined && rules[at] !== rule) continue;
      const place = placeOf(at);
      // A row has few errors, so insertion sort by column is enough.
      let to = filled[place] as number;
      while (
        to > (starts[place] as number) &&
        (columns[ordered[to - 1] as number] as number) > (columns[at] as number)
      ) {
        ordered[to] = ordered[to - 1] as number;
        to -= 1;
      }
      ordered[to] = at;
      filled[place] = (filled[place] as number) + 1;
    }
    return ordered;
  }

  private grow(): void {
    this.capacity = Math.min(MOST, this.capacity * 2);
    const larger = <T extends { set: (from: T) => void }>(make: new (length: number) => T, from: T): T => {
      const made = new make(this.capacity);
      made.set(from);
      return made;
    };
    this.files = larger(Uint16Array, this.files);
    this.rows = larger(Int32Array, this.rows);
    this.columns = larger(Uint16Array, this.columns);
    this.rules = larger(Uint8Array, this.rules);
    this.details = larger(Float64Array, this.details);
  }
}
