/**
 * Many people on two API processes and one PostgreSQL server: each has an event stream, requests a list every ten
 * seconds and writes every two minutes. The program exits with 1 if a response is wrong, the 95th percentile of lists
 * exceeds ten times its unloaded value, or memory is not released; without PostgreSQL, it prints a message and exits
 * with 0.
 *
 * npm run load:people -- [--people 2000] [--seconds 300] [--scale full|small] [--times 1]
 *
 * With `--times 5`, the ratio may reach five times its goal before the program fails; anything above the goal is still
 * reported.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { ChannelLocationRow } from '../../src/contract/channelLocation.ts';
import { hashToken } from '../../src/server/auth/sessions.ts';
import { loadDemo } from '../../src/server/demo/load.ts';
import { openDatabase } from '../../src/server/db/open.ts';
import { migrate } from '../../src/server/migrate/migrate.ts';
import { percentile, round } from '../bench/figure.ts';
import { CHANNEL_ID, Person, serverOn } from '../support/faultServer.ts';
import { startPostgres, type PostgresServer } from '../support/postgresServer.ts';
import type { ServerProcess } from '../support/serverProcess.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '300' },
    scale: { type: 'string', default: 'full' },
    times: { type: 'string', default: '1' },
  },
});
const PEOPLE = Number(values.people);
const SECONDS = Number(values.seconds);
const GOAL = 10;
/** Interval in milliseconds between two list calls by a person, and between two writes. */
const LIST_EVERY = 10_000;
const WRITE_EVERY = 120_000;
const KEPT_MEGABYTES = 300;
const BACK_MILLIS = 30_000;
const EMAIL = 'id.editor@ops.example';
const PAGE = 400;

const listOf = (page: number, count: number): string =>
  `/channelLocationService?channelId=${CHANNEL_ID}&type=0&page=${page}&count=${count}`;
const emailOf = (at: number): string => `people.${at}@ops.example`;
const tokenOf = (at: number): string => `people-of-the-load-${String(at).padStart(24, '0')}`;
const pause = (millis: number): Promise<void> => new Promise(resolve => setTimeout(resolve, millis));

let wrong = 0;
function complain(text: string): void {
  wrong += 1;
  if (wrong <= 10) console.log(`wrong: ${text}`);
}

/** Loads the demo, and adds signed-in colleagues of its Indonesian editor with the same permissions. */
async function prepare(dataDir: string, databaseUrl: string): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    await migrate(database);
    await loadDemo(database.pool, { scale: values.scale === 'full' ? 'full' : 'small', onProgress: () => undefined });
    const at = Array.from({ length: PEOPLE }, (_, no) => no);
    const now = Math.floor(Date.now() / 1000);
    await database.pool.query(
      `INSERT INTO users (email, name, password_hash, privilege, category, current_entity)
       SELECT own.email, own.email, '', privilege, category, current_entity FROM users AS model, unnest($1::text[]) AS own(email)
        WHERE model.email = $2`,
      [at.map(emailOf), EMAIL],
    );
    for (const [table, column] of [
      ['user_entities', 'entity_id'],
      ['user_roles', 'role_id'],
    ] as const)
      await database.pool.query(
        `INSERT INTO ${table} (user_id, ${column})
         SELECT own.id, given.${column} FROM users AS own, ${table} AS given JOIN users AS model ON model.id = given.user_id
          WHERE own.email = ANY ($1) AND model.email = $2`,
        [at.map(emailOf), EMAIL],
      );
    await database.pool.query('INSERT INTO whitelist (email) SELECT unnest($1::text[])', [at.map(emailOf)]);
    await database.pool.query(
      `INSERT INTO sessions (token_hash, user_id, created_at, seen_at, expires_at)
       SELECT own.hash, u.id, $3::int8, $3, $3 + 86400 FROM unnest($1::text[], $2::text[]) AS own(email, hash) JOIN users u ON u.email = own.email`,
      [at.map(emailOf), at.map(no => hashToken(tokenOf(no))), now],
    );
  } finally {
    await database.close();
  }
}

interface Stream {
  close: () => void;
  /** Number of commits announced by the stream. */
  told: () => number;
}

function openStream(person: Person): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const call = request(`${person.url}/api/v2/ops/events?entity=ID`, {
      agent: false,
      headers: { cookie: person.cookie },
    });
    let told = 0;
    let closed = false;
    call.on('error', error => (closed ? undefined : reject(error)));
    call.once('response', answer => {
      if (answer.statusCode !== 200) return reject(new Error(`stream: ${answer.statusCode}`));
      answer.setEncoding('utf8').on('data', (text: string) => (told += text.split('event: changes\n').length - 1));
      answer.on('error', () => undefined);
      answer.on('close', () => closed || complain('a stream ended'));
      const close = () => {
        closed = true;
        call.destroy();
      };
      resolve({ close, told: () => told });
    });
    call.end();
  });
}

const megabytes = ({ pid = 0 }: ServerProcess): number => {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
};

async function measure(postgres: PostgresServer): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ops-people-'));
  const url = await postgres.createDatabase('people');
  const servers: ServerProcess[] = [];
  try {
    await prepare(dataDir, url);
    for (let at = 0; at < 2; at++) {
      const server = await serverOn(join(dataDir, String(at)), { OPS_DEMO_SCALE: values.scale, DATABASE_URL: url });
      await server.start(900_000);
      servers.push(server);
    }
    const urlOf = (at: number): string => servers[at % servers.length]?.url ?? '';
    const { cookie } = await Person.signIn(urlOf(0));
    const name = cookie.split('=')[0] ?? '';
    const people = Array.from({ length: PEOPLE }, (_, at) => Person.of(urlOf(at), `${name}=${tokenOf(at)}`));
    const [first] = people as [Person];
    const rows: ChannelLocationRow[] = [];
    while (rows.length < PEOPLE) {
      const { list } = await first.data<{ list: ChannelLocationRow[] }>(listOf(rows.length / PAGE + 1, PAGE));
      rows.push(...list);
      if (list.length < PAGE) break;
    }

    const taken: number[] = [];
    const list = async (person: Person, into: number[] | null): Promise<void> => {
      const started = performance.now();
      const { status, data } = await person.call<{ list: ChannelLocationRow[]; total: number }>(listOf(1, 10));
      into?.push(performance.now() - started);
      if (status !== 200 || data.list.length !== 10 || data.total < rows.length) complain(`list: ${status}`);
    };
    const alone: number[] = [];
    for (let at = 0; at < 120; at++) await list(people[at % PEOPLE] as Person, at < 20 ? null : alone);
    const before = servers.map(megabytes);

    const streams: Stream[] = [];
    for (let at = 0; at < PEOPLE; at += 50)
      streams.push(...(await Promise.all(people.slice(at, at + 50).map(openStream))));
    const loop = monitorEventLoopDelay({ resolution: 5 });
    loop.enable();
    const until = performance.now() + SECONDS * 1_000;
    const every = async (millis: number, work: () => Promise<void>): Promise<void> => {
      for (let next = performance.now() + Math.random() * millis; next < until; next += millis) {
        await pause(Math.max(0, next - performance.now()));
        await work().catch((error: Error) => complain(error.message));
      }
    };
    let writes = 0;
    const lists = people.map(person => every(LIST_EVERY, () => list(person, taken)));
    // Each person has their own record, whose version shows whether each write took effect exactly once.
    const edits = people.slice(0, rows.length).map((person, at) => {
      const { channelId, locationId, type, version: read } = rows[at] as ChannelLocationRow;
      let version = read;
      return every(WRITE_EVERY, async () => {
        const flags = {
          canDeliver: version % 2 === 0,
          canCOD: false,
          canPickup: version % 2 === 1,
          canCODPickup: false,
        };
        const body = { channelId, locationId, type, version, ...flags };
        const { status, data } = await person.call<ChannelLocationRow>('/channelLocationService/update', body);
        if (status !== 200 || data.version < version || data.version > version + 1) complain(`write: ${status}`);
        else ({ version } = data);
        writes += 1;
      });
    });
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, ...servers.map(megabytes))), 1_000);
    await Promise.all([...lists, ...edits]);
    clearInterval(watch);
    loop.disable();
    await pause(2_000);
    const deaf = streams.filter(stream => stream.told() < 2).length;
    if (writes > 0 && deaf > 0) complain(`${deaf} streams were notified of no write`);
    for (const stream of streams) stream.close();
    const isBack = (): boolean =>
      servers.every((server, at) => megabytes(server) <= (before[at] ?? 0) + KEPT_MEGABYTES);
    for (const end = performance.now() + BACK_MILLIS; !isBack() && performance.now() < end;) await pause(500);

    const [own, loaded] = [percentile(alone, 0.95), percentile(taken, 0.95)];
    const ratio = loaded / own;
    console.log(
      `${ratio <= GOAL ? 'ok    ' : 'MISSED'} people_list_p95: ${round(ratio)} (goal ${GOAL}), alone ${round(own)} ms, with ${PEOPLE} people ` +
        `${round(loaded)} ms, ${taken.length} calls`,
    );
    console.log(
      `       ${writes} writes, ${streams.length} streams, ${wrong} wrong; memory ${before.join(' and ')} MB, ${peak} at most, ` +
        `${servers.map(megabytes).join(' and ')} after; this program's own delay ${round(loop.percentile(95) / 1e6)} ms (p95)`,
    );
    return ratio <= GOAL * Number(values.times) && isBack() && wrong === 0;
  } finally {
    for (const server of servers) await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const postgres = await startPostgres().catch((error: Error) => {
  console.log(`skipped: ${error.message}`);
  return null;
});
if (postgres) {
  try {
    if (!(await measure(postgres))) process.exitCode = 1;
  } finally {
    await postgres.stop();
  }
}
