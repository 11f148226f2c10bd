import { columnsOf } from '../../../src/domain/rates/columns.ts';
import { quoteBoth } from '../../../src/domain/rates/quote.ts';
import { RateTable } from '../../../src/domain/rates/table.ts';
import { benchParcel, benchRows } from '../ratesData.ts';

/** Quotes parcels one at a time in a worker and times each; the page requests one step at a time. */

const SIZE = { zones: 200, weights: 100 };
const QUOTES = 2_000;
/** The first quotes compile the code. */
const FIRST = 200;
/** A browser's clock has a resolution of 0.1 ms, so this number of quotes is timed together. */
const TOGETHER = 20;

let table: RateTable | null = null;

const steps: Record<string, () => unknown> = {
  prepare: () => {
    table = new RateTable(columnsOf(benchRows(SIZE)));
  },
  /** Time in milliseconds for both quotes of a parcel, including their lines. */
  one: () => {
    const samples: number[] = [];
    for (let at = 0; at < QUOTES / TOGETHER; at++) {
      const started = performance.now();
      for (let n = 0; n < TOGETHER; n++)
        quoteBoth(table as RateTable, benchParcel(at * TOGETHER + n, SIZE), { placeLabel: name => name });
      samples.push((performance.now() - started) / TOGETHER);
    }
    return samples.slice(FIRST / TOGETHER);
  },
};

addEventListener('message', ({ data }: MessageEvent<{ step: string }>) => {
  const started = performance.now();
  const value = steps[data.step]?.() ?? null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  postMessage({ millis: performance.now() - started, value });
});
