import { rmSync } from 'node:fs';
import { columnsOf } from '../../../src/domain/rates/columns.ts';
import { quote } from '../../../src/domain/rates/quote.ts';
import { RateTable } from '../../../src/domain/rates/table.ts';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import { benchFolder } from '../demoFolder.ts';
import { median, percentile, round, step, type Figure, type FigureGroup, scaled } from '../figure.ts';
import { signIn } from '../load.ts';
import { postRates } from '../postRates.ts';
import { benchParcel, benchRows } from '../ratesData.ts';
import { step as workerStep, withWorkerPages } from '../workerPage.ts';

type Say = (text: string) => void;

const PARCELS = scaled(100_000);
const RUNS = 5;
/** Zones and weights of the versions: 200 x 100 fees for quotes, 500 x 400 for sealing. */
const QUOTED = { zones: scaled(200, 20), weights: 100 };
const SEALED = { zones: scaled(500, 20), weights: scaled(400, 20) };
const CHANNEL = 10_021;
/** Number of rows per call. */
const CALL_ROWS = 5_000;

/** Time in milliseconds for a single quote with its lines, in a browser's worker. */
const quoteOne = (say: Say): Promise<Figure> =>
  withWorkerPages('quoteWorker', say, ({ inBrowser }) =>
    // The page requires a file, although quoting does not use one.
    inBrowser('package.json', async page => {
      await workerStep(page, 'prepare');
      const { value: samples } = await workerStep<number[]>(page, 'one');
      const peers = { p95: round(percentile(samples, 0.95), 4), fees: QUOTED.zones * QUOTED.weights };
      return { id: 'quote_one', value: round(median(samples), 4), unit: 'ms', goal: 1, better: 'lower', peers };
    }),
  );

/** Time in seconds for 100 thousand quotes without lines, as in batches, in a single Node thread. */
function quoteMany(): Figure {
  const table = new RateTable(columnsOf(benchRows(QUOTED)));
  const samples: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    let missing = 0;
    // CPU time of one core, which is not affected by other load on the machine.
    const started = process.cpuUsage();
    for (let n = 0; n < PARCELS; n++) if (quote(table, 'asf', benchParcel(n, QUOTED), null).missing) missing += 1;
    const { user, system } = process.cpuUsage(started);
    samples.push((user + system) / 1_000_000);
    if (missing > 0) throw new Error(`${missing} parcels have no price`);
  }
  const fees = QUOTED.zones * QUOTED.weights;
  return { id: 'quote_100k', value: round(median(samples), 2), unit: 's', goal: 1.5, better: 'lower', peers: { fees } };
}

/**
 * Time in seconds from the call that submits a draft with 200 thousand fees to its response, including writing the
 * sealed file.
 */
async function sealMany(say: Say): Promise<Figure> {
  const dataDir = await benchFolder();
  const env = { OPS_DEMO: '1', OPS_DEMO_SCALE: 'small' };
  const server = new ServerProcess({ port: await freePort(), dataDir, env });
  try {
    say('seal_200k: loading the demo ...');
    await server.start(600_000);
    const caller = await signIn(server.url, 'id.editor@ops.example');
    const { fees, addresses, settings } = benchRows(SEALED);
    const { id } = await postRates<{ id: number }>(caller, '/base_info/create', { channelId: CHANNEL, settings });
    for (let from = 0; from < fees.length; from += CALL_ROWS)
      await postRates(caller, '/basic-shipping-fees/import', { id, rows: fees.slice(from, from + CALL_ROWS) });
    const { version } = await postRates<{ version: { version: number } }>(caller, '/calculation-address/import', {
      id,
      rows: addresses,
    });
    say('seal_200k: submitting ...');
    const started = performance.now();
    const sealed = await postRates<{ bytes: number }>(caller, '/basic-info/submit', { id, version: version.version });
    const seconds = (performance.now() - started) / 1000;
    const peers = { fees: fees.length, sealed_kb: round(sealed.bytes / 1024) };
    return { id: 'seal_200k', value: round(seconds, 2), unit: 's', goal: 2, better: 'lower', peers };
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Times for quotes from a rate table version and for sealing a version (issue 29, 7). */
export const rateFigures: FigureGroup = {
  ids: ['quote_one', 'quote_100k', 'seal_200k'],
  async run(wanted, say) {
    const figures: Figure[] = [];
    const measure = (id: string, work: () => Figure | Promise<Figure>) =>
      step([id], wanted, say, async () => figures.push(await work()));
    await measure('quote_one', () => quoteOne(say));
    await measure('quote_100k', quoteMany);
    await measure('seal_200k', () => sealMany(say));
    return figures;
  },
};
