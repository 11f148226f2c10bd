/**
 * npm run bench -- [--json FILE] [--only ID,...] [--some]: measures the figures and prints each one with its goal. With
 * `--some`, measures the first figure of each group, and others whose steps the first ones do not contain.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { buildAll, isBuilt } from '../../scripts/build.mjs';
import { SCALE, type Figure, type FigureGroup } from './figure.ts';
import { bareFigures } from './figures/bare.ts';
import { browserFigures } from './figures/browser.ts';
import { bulkFigures } from './figures/bulk.ts';
import { calendarFigures } from './figures/calendar.ts';
import { cdtReplaceFigures } from './figures/cdtReplace.ts';
import { channelDeltaFigures } from './figures/channelDelta.ts';
import { enqueueFigures } from './figures/enqueue.ts';
import { excelFigures } from './figures/excel.ts';
import { importFigures } from './figures/import.ts';
import { importDialogFigures } from './figures/importDialog.ts';
import { leadTimeFigures } from './figures/leadTime.ts';
import { jobFigures } from './figures/jobs.ts';
import { listCallFigures } from './figures/listCall.ts';
import { largeFigures } from './figures/large.ts';
import { largeFloorFigures } from './figures/largeFloors.ts';
import { rateGridFigures } from './figures/rateGrid.ts';
import { rateImportFigures } from './figures/rateImport.ts';
import { rateFigures } from './figures/rates.ts';
import { reconFigures } from './figures/recon.ts';
import { reconYearsFigures } from './figures/reconYears.ts';
import { serviceabilityFigures } from './figures/serviceability.ts';
import { startFigures } from './figures/start.ts';

const GROUPS: readonly FigureGroup[] = [
  startFigures,
  browserFigures,
  enqueueFigures,
  calendarFigures,
  listCallFigures,
  leadTimeFigures,
  importFigures,
  cdtReplaceFigures,
  bulkFigures,
  importDialogFigures,
  jobFigures,
  largeFigures,
  largeFloorFigures,
  bareFigures,
  excelFigures,
  serviceabilityFigures,
  channelDeltaFigures,
  rateFigures,
  rateImportFigures,
  rateGridFigures,
  reconFigures,
  reconYearsFigures,
];

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

const commit = (() => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
})();
const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;

const known = GROUPS.flatMap(group => group.ids);
/** Figures that `--some` measures in addition to the first one of each group. */
const FURTHER = ['warm_1m', 'recon_busy_lists'];
const some = process.argv.includes('--some') ? [...GROUPS.map(({ ids }) => ids[0] ?? ''), ...FURTHER] : undefined;
const wanted = new Set(option('--only')?.split(',') ?? some ?? known);
const unknown = [...wanted].filter(id => !known.includes(id));
if (unknown.length > 0) {
  console.error(`No figure is called ${unknown.join(', ')}. The figures: ${known.join(', ')}`);
  process.exit(2);
}

if (!isBuilt()) {
  console.error('  Building the console and the server ...');
  await buildAll();
}
const figures: Figure[] = [];
let failed = 0;
for (const group of GROUPS.filter(candidate => candidate.ids.some(id => wanted.has(id)))) {
  const from = performance.now();
  try {
    figures.push(...(await group.run(wanted, text => console.error(`  ${text}`))));
  } catch (error) {
    failed += 1;
    console.error(`${group.ids.join(', ')}: could not be measured.`, error);
  }
  console.error(`  ${group.ids[0]} and its group: ${((performance.now() - from) / 1000).toFixed(1)} s`);
}

console.log(`${machine}, commit ${commit}${SCALE < 1 ? `, at ${SCALE} of its size: the goals do not apply` : ''}\n`);
for (const figure of figures) {
  const met = figure.better === 'lower' ? figure.value <= figure.goal : figure.value >= figure.goal;
  const peers = Object.entries(figure.peers).map(([name, value]) => `${name} ${value}`);
  console.log(
    `${figure.id.padEnd(24)} ${String(figure.value).padStart(10)} ${figure.unit.padEnd(4)} goal ${figure.better === 'lower' ? '<=' : '>='} ${String(figure.goal).padEnd(7)} ${SCALE < 1 ? '      ' : met ? 'met   ' : 'MISSED'} ${peers.join(', ')}`,
  );
}
const file = option('--json');
if (file) writeFileSync(file, `${JSON.stringify({ machine, commit, figures }, null, 2)}\n`);
const missing = [...wanted].filter(id => !figures.some(figure => figure.id === id));
if (missing.length > 0) console.error(`\nNot measured: ${missing.join(', ')}`);
process.exitCode = failed > 0 || missing.length > 0 ? 1 : 0;
