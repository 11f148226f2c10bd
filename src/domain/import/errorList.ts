import type { RuleCode } from './rules.ts';

/** The maximum number of errors that are stored individually; all others are only counted. */
const MOST = 1_000_000;

/** The errors of an import, stored in typed columns: a million errors take 20 MB. */
export class ErrorList {
  private capacity = 256;
  /** The index of the file. */
  files = new Uint16Array(this.capacity);
  /** The row's index among the file's stored rows. */
  rows = new Int32Array(this.capacity);
  /** The declared column. */
  columns = new Uint16Array(this.capacity);
  rules = new Uint8Array(this.capacity);
  /** Additional data for the rule's message, such as the index of another row or a place. */
  details = new Float64Array(this.capacity);
  /** The number of stored errors. */
  count = 0;
  /** The number of errors by rule, including those that are not stored. */
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
   * Indexes of the stored errors, sorted by file, row and column, optionally for one rule only. Uses a counting sort
   * rather than comparisons, since there may be a million errors.
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
      // A row has only a few errors, so sorting them by insertion is fast enough.
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
