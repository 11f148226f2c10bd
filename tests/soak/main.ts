/**
 * npm run soak: runs random histories against the engine for the requested time. Each failing seed is printed, and
 * written to a file with its shrunk history, which can be added to tests/model/found.test.ts.
 *
 * npm run soak -- [--minutes 240] [--workers 2] [--out test-results/soak] [--seed N] [--world quick|durable|both]
 * [--shape locations|channels|schedules|all]
 *
 * Exits with 1 if any history broke a promise.
 */
import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ROUNDS, soak, type Report } from './shard.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '240' },
    workers: { type: 'string', default: String(availableParallelism()) },
    out: { type: 'string', default: 'test-results/soak' },
    seed: { type: 'string' },
    world: { type: 'string', default: 'both' },
    shape: { type: 'string', default: 'all' },
    shard: { type: 'string' },
    from: { type: 'string', default: '0' },
    until: { type: 'string', default: '0' },
  },
});
const minutes = Number(values.minutes);
const workers = Number(values.workers);
if (!(minutes > 0) || !(workers >= 1)) throw new Error('--minutes and --workers must be positive numbers');

if (values.shard !== undefined) {
  await soak({
    until: Number(values.until),
    out: values.out,
    seed: values.seed === undefined ? null : Number(values.seed) + Number(values.shard),
    from: Number(values.from),
    world: values.world,
    shape: values.shape,
    report: report => process.send?.(report),
  });
  process.disconnect();
} else {
  mkdirSync(values.out, { recursive: true });
  /** The latest report of each process, by shard and first round. */
  const reports = new Map<string, Report>();
  const latest = new Map<number, number>();
  const started = Date.now();
  const until = started + minutes * 60_000;
  const print = () => {
    const all = [...reports.values()];
    const sum = (of: (report: Report) => number) => all.reduce((total, report) => total + of(report), 0);
    const passed = ((Date.now() - started) / 60_000).toFixed(1);
    const seeds = [...latest.values()].join(', ');
    console.log(
      `${passed} min: ${sum(({ runs }) => runs)} histories, ${sum(({ failures }) => failures)} failing, now at seeds ${seeds}`,
    );
  };
  const timer = setInterval(print, 30_000);
  const run = (shard: number, from: number): Promise<number> => {
    const own = ['--shard', String(shard), '--from', String(from), '--until', String(until)];
    const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), ...own], {
      execArgv: process.execArgv,
    });
    child.on('message', message => {
      const report = message as Report;
      reports.set(`${shard} ${from}`, report);
      latest.set(shard, report.seed);
    });
    return new Promise(resolve => child.on('exit', code => resolve(code ?? 1)));
  };
  const children = Array.from({ length: workers }, async (_, shard) => {
    let code = 0;
    for (let from = 0; Date.now() < until && code === 0; from += ROUNDS) code = await run(shard, from);
    return code;
  });
  const codes = await Promise.all(children);
  clearInterval(timer);
  print();
  const failures = [...reports.values()].some(report => report.failures > 0);
  process.exitCode = failures || codes.some(code => code !== 0) ? 1 : 0;
}
