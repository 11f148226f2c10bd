import type { ImportReceipt } from '../../src/contract/imports/calls.ts';
import type { ChannelLocationRow } from '../../src/contract/channelLocation.ts';
import { migrate } from '../../src/server/migrate/migrate.ts';
import { openDatabase } from '../../src/server/db/open.ts';
import { loadDemo } from '../../src/server/demo/load.ts';
import { areasCsv } from './importing.ts';
import { ensureBuilt } from './builtServer.ts';
import { freePort, ServerProcess } from './serverProcess.ts';

/** The real server in its own folder, for programs and tests that kill it. */

export const CHANNEL_ID = 10021;
/** The first of the streets added by `prepareFolder`; channel CHANNEL_ID serves none of them. */
export const FIRST_STREET = 90_000_001;

/** Creates a data folder with the small demo and `streets` additional streets in Indonesia. */
export async function prepareFolder(dataDir: string, streets: number): Promise<void> {
  const database = await openDatabase({ dataDir });
  try {
    await migrate(database);
    await loadDemo(database.pool, { scale: 'small', onProgress: () => undefined });
    await database.pool.query(
      `INSERT INTO locations (location_id, country, parent_id, level, name, name_folded, state_id, city_id, district_id)
       SELECT $1::int8 + n, country, parent_id, level, 'Jalan ' || n, 'jalan ' || n, state_id, city_id, district_id
         FROM (SELECT * FROM locations WHERE country = 'ID' AND level = 3 ORDER BY location_id LIMIT 1) AS street,
              generate_series(0, $2::int4 - 1) AS n`,
      [FIRST_STREET, streets],
    );
  } finally {
    await database.close();
  }
}

/** Runs the built server on a data folder, with the small demo: it starts twice as fast as from the sources. */
export async function serverOn(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  await ensureBuilt();
  return new ServerProcess({
    port: await freePort(),
    dataDir,
    env: { OPS_DEMO: '1', OPS_DEMO_SCALE: 'small', ...env },
  });
}

/** A signed-in demo user, over HTTP. */
export class Person {
  private constructor(
    readonly url: string,
    readonly cookie: string,
  ) {}

  /** A person whose session already exists. */
  static of(url: string, cookie: string): Person {
    return new Person(url, cookie);
  }

  static async signIn(url: string, email = 'id.editor@ops.example'): Promise<Person> {
    const answer = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'ops-demo' }),
      signal: AbortSignal.timeout(60_000),
    });
    if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}`);
    return new Person(url, answer.headers.getSetCookie()[0]?.split(';')[0] ?? '');
  }

  /** Calls a path below /api; with a body, the call is a POST. */
  async call<T>(
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; data: T }> {
    const answer = await fetch(`${this.url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie: this.cookie,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(180_000),
    });
    return { status: answer.status, data: ((await answer.json()) as { data: T }).data };
  }

  /**
   * Like `call`.
   * @throws Error unless the status is 200
   */
  async data<T>(path: string, body?: unknown, headers?: Record<string, string>): Promise<T> {
    const { status, data } = await this.call<T>(path, body, headers);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return data;
  }

  async upload(bytes: Buffer, name = 'areas.csv'): Promise<string> {
    const form = new FormData();
    form.set('business', 'ssc-ops');
    form.set('file', new Blob([new Uint8Array(bytes)]), name);
    return (await this.data<{ url: string }>('/v2/sls/forward/file', form)).url;
  }

  /** Uploads a file for the added streets and queues its import. */
  async importStreets(from: number, count: number, cod: boolean, background = true): Promise<ImportReceipt> {
    const yes = cod ? 'Yes' : 'No';
    const rows = Array.from({ length: count }, (_, at) => [
      CHANNEL_ID,
      'Standard',
      FIRST_STREET + from + at,
      'Yes',
      yes,
      'Yes',
      'Yes',
      1,
    ]);
    const url = await this.upload(areasCsv(rows));
    return this.data<ImportReceipt>('/channelLocationService/import', { fileUrlList: [url], background });
  }

  receipt(id: string): Promise<ImportReceipt> {
    return this.data<ImportReceipt>(`/v2/ops/imports/${id}`);
  }

  /**
   * Waits until an import has finished.
   * @throws Error if it does not finish in time
   */
  async ended(id: string, millis = 180_000): Promise<ImportReceipt> {
    for (const until = Date.now() + millis; Date.now() < until;) {
      const receipt = await this.receipt(id);
      if (!['queued', 'checking', 'applying'].includes(receipt.state)) return receipt;
      await new Promise(resolve => setTimeout(resolve, 200));
    }
    throw new Error(`the import ${id} has not ended`);
  }

  /** All records of CHANNEL_ID on the added streets. */
  async streetRows(): Promise<ChannelLocationRow[]> {
    const rows: ChannelLocationRow[] = [];
    for (let total = 1, page = 1; rows.length < total; page++) {
      const answer = await this.data<{ list: ChannelLocationRow[]; total: number }>(
        `/channelLocationService?channelId=${CHANNEL_ID}&type=0&count=5000&page=${page}`,
      );
      if (answer.list.length === 0) break;
      rows.push(...answer.list);
      total = answer.total;
    }
    return rows.filter(row => row.locationId >= FIRST_STREET);
  }
}

/** Stops a server immediately, as if the machine lost power. */
export async function freeze(server: ServerProcess): Promise<void> {
  if (server.pid !== undefined) process.kill(server.pid, 'SIGSTOP');
  await new Promise(resolve => setTimeout(resolve, 20));
}
