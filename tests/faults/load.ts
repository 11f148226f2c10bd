/**
 * Fairness under load: 50 people and 500 event streams for a minute, on both databases. Each figure is a call's 95th
 * percentile under load divided by its 95th percentile without load, in the same run. The program exits with 1 if a
 * response is wrong, memory or descriptors are not released, or a ratio exceeds its goal.
 *
 *   tsx tests/faults/load.ts [--database embedded|postgres] [--seconds 60] [--scale full|small] [--times 1]
 *
 * With `--times 5`, a ratio may reach five times its goal before the program fails; anything above the goal is still
 * reported. Each person makes a call, reads for one to three seconds, and makes the next one: lists, filtered lists,
 * writes. Meanwhile, one person imports 200 rows and another one exports a channel, at the same pace, and 50 of the
 * streams fetch the changes about which they are notified.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { ChannelLocationRow } from '../../src/contract/channelLocation.ts';
import { percentile, round } from '../bench/figure.ts';
import { migrate } from '../../src/server/migrate/migrate.ts';
import { openDatabase } from '../../src/server/db/open.ts';
import { loadDemo } from '../../src/server/demo/load.ts';
import { Person, serverOn } from '../support/faultServer.ts';
import { areasCsv } from '../support/importing.ts';
import { startPostgres, type PostgresServer } from '../support/postgresServer.ts';

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    scale: { type: 'string', default: 'full' },
    times: { type: 'string', default: '1' },
  },
});
const SECONDS = Number(values.seconds);
const TIMES = Number(values.times);
const PEOPLE = 50;
const STREAMS = 500;
/** Each sign-in may have at most eight streams; a ninth would close the oldest. */
const ACCOUNTS = 64;
const FETCHING = 50;
const GOALS = { load_list_p95: 10, load_import_200: 10, load_export_p95: 10 } as const;

const LIST = '/channelLocationService?channelId=10021&type=0&page=1&count=10';
const EXPORT = '/api/v2/sls/forward/sls-ops/serviceable_area/channelLocationService?channelId=10022&type=0';

const pause = (millis: number): Promise<void> => new Promise(resolve => setTimeout(resolve, millis));
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};
async function samples(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let at = 0; at < count; at++) all.push(await timed(work));
  return all;
}

let wrong = 0;
function complain(text: string): void {
  wrong += 1;
  if (wrong <= 10) console.log(`wrong: ${text}`);
}

async function list(person: Person, path: string): Promise<void> {
  const { status, data } = await person.call<{ list: ChannelLocationRow[]; total: number }>(path);
  if (status !== 200 || data.list.length === 0 || data.total < data.list.length) complain(`${path}: ${status}`);
}

async function exportAll(person: Person, path: string): Promise<void> {
  const answer = await fetch(`${person.url}${path}`, { headers: { cookie: person.cookie } });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (answer.status !== 200 || bytes[0] !== 0x50 || bytes[1] !== 0x4b) complain(`export: ${answer.status}`);
}

/** Repeatedly imports 200 rows of a channel; each import toggles one flag of all of these rows. */
function importer(person: Person, rows: readonly ChannelLocationRow[]): () => Promise<void> {
  let turn = 0;
  return async () => {
    turn += 1;
    const cells = rows.map(row => [
      row.channelId,
      'Standard',
      row.locationId,
      'Yes',
      turn % 2 ? 'Yes' : 'No',
      'Yes',
      'Yes',
      1,
    ]);
    const url = await person.upload(areasCsv(cells), `areas-${turn}.csv`);
    const receipt = await person.data<{ state: string; total: number }>('/channelLocationService/import', {
      fileUrlList: [url],
    });
    if (receipt.state !== 'applied') complain(`import: ${JSON.stringify(receipt).slice(0, 300)}`);
  };
}

/** An open event stream; `onChanges` is called with each cursor. */
function openStream(person: Person, onChanges: (cursor: string) => void): Promise<{ close: () => void }> {
  return new Promise((resolve, reject) => {
    const call = request(`${person.url}/api/v2/ops/events?entity=ID`, {
      agent: false,
      headers: { cookie: person.cookie },
    });
    call.once('error', reject);
    call.once('response', answer => {
      if (answer.statusCode !== 200) return reject(new Error(`stream: ${answer.statusCode}`));
      answer.setEncoding('utf8').on('data', (text: string) => {
        for (const [, cursor = ''] of text.matchAll(/event: changes\ndata: \{"cursor":"([^"]+)"/g)) onChanges(cursor);
      });
      answer.on('error', () => undefined);
      resolve({ close: () => call.destroy() });
    });
    call.end();
  });
}

const EMAIL = 'id.editor@ops.example';
const emailOf = (at: number): string => (at === 0 ? EMAIL : `load.${at}@ops.example`);

/**
 * Loads the demo and adds colleagues of its Indonesian editor with the same permissions, because usage is limited per
 * person.
 */
async function prepare(options: { dataDir: string; databaseUrl?: string }): Promise<void> {
  const database = await openDatabase(options);
  try {
    await migrate(database);
    await loadDemo(database.pool, {
      scale: values.scale === 'full' ? 'full' : 'small',
      onProgress: () => undefined,
    });
    for (let at = 1; at < ACCOUNTS; at++) {
      const of = [emailOf(at), EMAIL];
      await database.pool.query(
        `INSERT INTO users (email, name, password_hash, privilege, category, current_entity)
         SELECT $1, $1, password_hash, privilege, category, current_entity FROM users WHERE email = $2`,
        of,
      );
      for (const [table, column] of [
        ['user_entities', 'entity_id'],
        ['user_roles', 'role_id'],
      ] as const) {
        await database.pool.query(
          `INSERT INTO ${table} (user_id, ${column})
           SELECT own.id, given.${column} FROM users AS own, ${table} AS given JOIN users AS model ON model.id = given.user_id
            WHERE own.email = $1 AND model.email = $2`,
          of,
        );
      }
      await database.pool.query('INSERT INTO whitelist (email) VALUES ($1)', [emailOf(at)]);
    }
  } finally {
    await database.close();
  }
}

async function signInMany(url: string): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < ACCOUNTS) {
    try {
      people.push(await Person.signIn(url, emailOf(people.length)));
    } catch {
      // Sign-ins are rate-limited, so this one is retried a moment later.
      await pause(1_000);
    }
  }
  return people;
}

const megabytes = (pid: number): number => {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
};
const descriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Allows for connections that this program's clients keep open; leaked streams would amount to 500. */
const KEPT_DESCRIPTORS = 150;
const KEPT_MEGABYTES = 300;
const BACK_MILLIS = 10_000;

/** Null if PostgreSQL cannot start; a message is then printed. */
const startOrSkip = (): Promise<PostgresServer | null> =>
  startPostgres().catch((error: Error) => {
    console.log(`skipped postgres: ${error.message}`);
    return null;
  });

async function measure(kind: 'embedded' | 'postgres'): Promise<boolean> {
  const postgres = kind === 'postgres' ? await startOrSkip() : null;
  if (kind === 'postgres' && !postgres) return true;
  const dataDir = mkdtempSync(join(tmpdir(), 'ops-load-'));
  const url = await postgres?.createDatabase('load');
  const server = await serverOn(dataDir, {
    OPS_DEMO_SCALE: values.scale,
    ...(url === undefined ? {} : { DATABASE_URL: url }),
  });
  try {
    await prepare({ dataDir, ...(url === undefined ? {} : { databaseUrl: url }) });
    await server.start(900_000);
    const pid = server.pid ?? 0;
    const people = await signInMany(server.url);
    const [first, second, third] = people as [Person, Person, Person];
    const rows = (await first.data<{ list: ChannelLocationRow[] }>(LIST.replace('count=10', 'count=400'))).list;
    const imports = importer(second, rows.slice(0, 200));
    const exports = () => exportAll(third, EXPORT);
    await samples(10, () => list(first, LIST));
    await imports();
    const alone = {
      load_list_p95: percentile(await samples(100, () => list(first, LIST)), 0.95),
      load_import_200: percentile(await samples(5, imports), 0.95),
      load_export_p95: percentile(await samples(5, exports), 0.95),
    };
    const before = { memory: megabytes(pid), descriptors: descriptors(pid) };

    let fetched = 0;
    const streams = await Promise.all(
      Array.from({ length: STREAMS }, (_, at) => {
        const person = people[at % ACCOUNTS] as Person;
        let busy = false;
        let seen = '';
        return openStream(person, cursor => {
          const from = seen;
          seen = cursor;
          if (at >= FETCHING || from === '' || busy) return;
          busy = true;
          void person
            .call(`/v2/ops/changes?entity=ID&since=${encodeURIComponent(from)}`)
            .then(({ status }) => (status === 200 ? (fetched += 1) : complain(`changes: ${status}`)))
            .catch((error: Error) => complain(`changes: ${error.message}`))
            .finally(() => (busy = false));
        });
      }),
    );

    // The clients share the machine with the server, so each figure includes the delay of their own event loop.
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    const until = performance.now() + SECONDS * 1_000;
    const taken = { load_list_p95: [] as number[], load_import_200: [] as number[], load_export_p95: [] as number[] };
    let writes = 0;
    const work = Array.from({ length: PEOPLE }, async (_, at) => {
      const person = people[at] as Person;
      const mine = rows[200 + at] as ChannelLocationRow;
      let { version } = mine;
      for (let turn = at; performance.now() < until; turn++) {
        await pause(1_000 + Math.random() * 2_000);
        if (turn % 10 === 0) {
          const { channelId, locationId, type } = mine;
          const flags = { canDeliver: turn % 20 === 0, canCOD: false, canPickup: true, canCODPickup: false };
          const { status, data } = await person.call<ChannelLocationRow>('/channelLocationService/update', {
            channelId,
            locationId,
            type,
            ...flags,
          });
          if (status !== 200 || data.version < version || data.version > version + 1) complain(`write: ${status}`);
          else ({ version } = data);
          writes += 1;
        } else if (turn % 10 < 3) await list(person, `${LIST.replace('page=1', `page=${1 + (turn % 5)}`)}`);
        else taken.load_list_p95.push(await timed(() => list(person, LIST)));
      }
    });
    const long = async (key: 'load_import_200' | 'load_export_p95', call: () => Promise<void>): Promise<void> => {
      while (performance.now() < until) {
        taken[key].push(await timed(call));
        await pause(1_000 + Math.random() * 2_000);
      }
    };
    let peak = before.memory;
    const watch = setInterval(() => (peak = Math.max(peak, megabytes(pid))), 1_000);
    await Promise.all([...work, long('load_import_200', imports), long('load_export_p95', exports)]);
    clearInterval(watch);
    loop.disable();
    for (const stream of streams) stream.close();
    const now = () => ({ memory: megabytes(pid), descriptors: descriptors(pid) });
    const isBack = ({ memory, descriptors: open }: ReturnType<typeof now>): boolean =>
      memory <= before.memory + KEPT_MEGABYTES && open <= before.descriptors + KEPT_DESCRIPTORS;
    for (const back = performance.now() + BACK_MILLIS; !isBack(now()) && performance.now() < back;) await pause(500);
    const after = now();

    if (fetched === 0) complain('no stream said that something had changed');
    let good = true;
    for (const key of Object.keys(GOALS) as (keyof typeof GOALS)[]) {
      const loaded = percentile(taken[key], 0.95);
      const ratio = loaded / alone[key];
      const isMet = ratio <= GOALS[key];
      good &&= ratio <= GOALS[key] * TIMES;
      console.log(
        `${isMet ? 'ok    ' : 'MISSED'} ${kind} ${key}: ${round(ratio)} (goal ${GOALS[key]}), alone ${round(alone[key])} ms, ` +
          `under load ${round(loaded)} ms, ${taken[key].length} calls`,
      );
    }
    console.log(
      `       ${kind}: ${writes} writes, ${fetched} times changes, ${wrong} wrong; memory ${before.memory}, ${peak} at most, ` +
        `${after.memory} MB after; descriptors ${before.descriptors}, ${after.descriptors} after; ` +
        `this program's own delay ${round(loop.percentile(95) / 1e6)} ms (p95)`,
    );
    return good && isBack(after) && wrong === 0;
  } finally {
    await server.stop();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

for (const kind of ['embedded', 'postgres'] as const) {
  if (values.database !== undefined && values.database !== kind) continue;
  if (!(await measure(kind))) process.exitCode = 1;
}
