import { execFile } from 'node:child_process';
import { connect, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import * as tus from 'tus-js-client';
import { afterAll, beforeAll, expect, it, describe } from 'vitest';
import { openTestFiles, type TestFiles } from '../../../../tests/support/fileStores.ts';
import { createWorld, type PersonName, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach, type DatabaseKind } from '../../../../tests/support/testDatabase.ts';
import { FILE_LIMIT, FILE_NAME_MOST, FILE_TOO_LARGE } from '../../../contract/files.ts';
import { UNFINISHED_MOST } from '../../files/fileStore.ts';
import { fileIdOf } from '../../files/records.ts';
import { sweepFiles } from '../../housekeeping/fileSweep.ts';
import { keepHouse } from '../../housekeeping/housekeeping.ts';

const csv = (rows: number): Buffer =>
  Buffer.from(`Channel ID,Location ID\n${Array.from({ length: rows }, (_, row) => `10021,${row}`).join('\n')}\n`);

function files(kind: DatabaseKind, storage: 'folder' | 's3'): void {
  let world: World;
  let own: TestFiles;
  let origin: string;
  let now = 1_800_000_000_000;
  beforeAll(async () => {
    own = await openTestFiles(storage);
    world = await createWorld(kind, { files: own.store, now: () => now });
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await world.close();
    await own.close();
  });

  const headersOf = async (name: PersonName) => ({ cookie: (await world.as(name)).cookie ?? '' });

  /**
   * Uploads a file with the resumable protocol. Returns the URL of the upload, or the status and message of the error.
   */
  async function resumable(
    bytes: Buffer,
    options: { as?: PersonName; name?: string; chunk?: number; stopAfter?: number; url?: string } = {},
  ): Promise<{ url: string | null; sent: number; status?: number; message?: string }> {
    const headers = await headersOf(options.as ?? 'id.editor');
    return new Promise(resolve => {
      let sent = 0;
      const upload = new tus.Upload(bytes, {
        endpoint: `${origin}/api/v2/ops/uploads`,
        ...(options.url ? { uploadUrl: options.url } : {}),
        headers,
        metadata: { filename: options.name ?? 'areas.csv' },
        retryDelays: null,
        chunkSize: options.chunk ?? Infinity,
        onChunkComplete: size => {
          sent += size;
          if (options.stopAfter !== undefined && sent >= options.stopAfter) {
            void upload.abort(false).then(() => resolve({ url: upload.url, sent }));
          }
        },
        onError: error => {
          const response = (error as tus.DetailedError).originalResponse;
          const body = response?.getBody() ?? '';
          const message = body.startsWith('{') ? (JSON.parse(body) as { message: string }).message : body;
          resolve({ url: upload.url, sent, status: response?.getStatus() ?? 0, message });
        },
        onSuccess: () => resolve({ url: upload.url, sent }),
      });
      upload.start();
    });
  }

  async function form(bytes: Buffer, name: string, headers: Record<string, string> = {}, business = 'ssc-ops') {
    const body = new FormData();
    body.set('business', business);
    body.set('file', new Blob([new Uint8Array(bytes)]), name);
    const answer = await fetch(`${origin}/api/v2/sls/forward/file`, {
      method: 'POST',
      headers: { ...(await headersOf('id.editor')), ...headers },
      body,
    });
    return { status: answer.status, body: (await answer.json()) as { message: string; data: { url: string } | null } };
  }

  const download = async (url: string, as: PersonName) => fetch(`${origin}${url}`, { headers: await headersOf(as) });

  it.each(['x', 'é', '運', '😀'])('a file name of maximum length made of %s is stored and returned', async letter => {
    const name = `${letter.repeat(FILE_NAME_MOST - 4)}.csv`;
    const answer = await form(csv(1), `${letter.repeat(FILE_NAME_MOST)}.csv`);
    const { url } = (answer.body as { data: { url: string } }).data;
    expect(decodeURIComponent(url.split('/').at(-1) ?? '')).toBe(name);
    const read = await fetch(origin + url, { headers: await headersOf('id.editor') });
    expect([read.status, Buffer.from(await read.arrayBuffer())]).toEqual([200, csv(1)]);
    expect(decodeURIComponent(read.headers.get('content-disposition')?.split("UTF-8''")[1] ?? '')).toBe(name);
  });

  it('an upload is received in chunks, resumes after an interruption, and is returned unchanged', async () => {
    const bytes = csv(600_000);
    const first = await resumable(bytes, { chunk: 6 * 1024 * 1024, stopAfter: 1 });
    expect(first.url).toContain('/api/v2/ops/uploads/');
    const again = await resumable(bytes, { chunk: 6 * 1024 * 1024, url: first.url as string });
    expect(again.status).toBeUndefined();
    expect(again.sent).toBeLessThan(bytes.length);
    const id = fileIdOf(first.url as string) as string;
    const got = await download(`/api/v2/ops/files/${id}/areas.csv`, 'id.editor');
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);
    expect(got.headers.get('content-disposition')).toContain('attachment; filename="areas.csv"');
    expect(got.headers.get('content-type')).toBe('application/octet-stream');
  });

  it('a large, unauthorized or cross-site upload is refused before any bytes are sent', async () => {
    const { pool } = world.database;
    const before = (await pool.query('SELECT 1 FROM files')).rowCount;
    const large = { 'tus-resumable': '1.0.0', 'upload-length': String(FILE_LIMIT) };
    const create = async (headers: Record<string, string>) => {
      const answer = await fetch(`${origin}/api/v2/ops/uploads`, { method: 'POST', headers });
      const text = await answer.text();
      return [answer.status, (JSON.parse(text) as { message: string }).message];
    };
    const editor = await headersOf('id.editor');
    expect(await create({ ...editor, ...large })).toEqual([413, FILE_TOO_LARGE]);
    const small = { ...large, 'upload-length': '100' };
    expect((await create({ ...(await headersOf('id.viewer')), ...small }))[0]).toBe(403);
    expect((await create({ ...editor, ...small, 'x-ops-entity': 'MY' }))[0]).toBe(403);
    expect((await create(small))[0]).toBe(401);
    expect((await create({ ...editor, ...small, origin: 'https://elsewhere.example' }))[0]).toBe(403);
    expect((await create({ ...editor, ...small, 'upload-length': '0' }))[0]).toBe(400);
    // The business key is treated in the same way as in the form (UPLOAD-11, G9).
    const business = (key: string) => ({ 'upload-metadata': `filename YQ==,business ${btoa(key)}` });
    expect((await create({ ...editor, ...small, ...business('elsewhere') }))[0]).toBe(400);
    expect((await create({ ...editor, ...small, ...business('lcos_serviceable/malaysia/|x|import') }))[0]).toBe(403);
    expect((await pool.query('SELECT 1 FROM files')).rowCount).toBe(before);
  });

  it('another person’s upload and file are not accessible', async () => {
    const first = await resumable(csv(900_000), { chunk: 6 * 1024 * 1024, stopAfter: 1 });
    const id = fileIdOf(first.url as string) as string;
    for (const method of ['HEAD', 'DELETE']) {
      const answer = await fetch(first.url as string, {
        method,
        headers: { ...(await headersOf('admin')), 'tus-resumable': '1.0.0' },
      });
      expect(answer.status).toBe(404);
    }
    const done = await form(csv(3), 'mine.csv');
    const url = done.body.data?.url ?? '';
    expect((await download(url, 'id.viewer')).status).toBe(404);
    await world.database.pool.query('UPDATE files SET permission = $2 WHERE id = $1', [
      fileIdOf(url),
      'channel_management.serviceable_area',
    ]);
    expect((await download(url, 'id.viewer')).status).toBe(200);
    expect((await download(url, 'my.editor')).status).toBe(404);
    const unfinished = await download(`/api/v2/ops/files/${id}/x`, 'id.editor');
    expect(unfinished.status).toBe(409);
  });

  it('the type of a file is determined by its content, not by its name', async () => {
    const pdf = await resumable(Buffer.from('%PDF-1.7 and so on'), { name: 'areas.xlsx' });
    expect(pdf).toMatchObject({ status: 415, message: expect.stringContaining('a PDF document') as string });
    const page = await form(Buffer.from('<!doctype html><p>Sign in'), 'areas.xlsx');
    expect([page.status, page.body.message]).toEqual([415, expect.stringContaining('a web page (HTML)')]);
    expect((await world.database.pool.query("SELECT 1 FROM files WHERE name = 'areas.xlsx'")).rowCount).toBe(0);
  });

  it('a form upload must come from the same origin and contain one file of a permitted size and a known business key', async () => {
    const done = await form(csv(10), '../../etc/Area: "Jawa"/\u202Eliste.csv');
    expect(done.status).toBe(200);
    expect(done.body.data).toEqual({ url: expect.any(String) as string, name: 'liste.csv', size: csv(10).length });
    expect((await form(csv(1), 'a.csv', {}, 'other')).status).toBe(400);
    expect((await form(csv(1), 'a.csv', {}, 'lcos_serviceable/indonesia/channelLocationService|import')).status).toBe(
      200,
    );
    const large = await form(Buffer.alloc(FILE_LIMIT, 0x61), 'large.csv');
    expect([large.status, large.body.message]).toEqual([413, FILE_TOO_LARGE]);
    expect((await form(csv(1), 'a.csv', { origin: 'https://elsewhere.example' })).status).toBe(403);
    // The multipart parser is enabled only for this route.
    const body = new FormData();
    body.set('channelId', '1');
    const other = await fetch(`${origin}/api/channelLocationService/add`, {
      method: 'POST',
      headers: await headersOf('id.editor'),
      body,
    });
    expect(other.status).toBe(415);
  });

  it('a form is not read beyond the size limit, whatever it contains', async () => {
    const { cookie } = await headersOf('id.editor');
    const piece = Buffer.alloc(1024 * 1024, 0x61);
    /**
     * Sends a form that never ends. Returns the status, and the number of bytes that were accepted before the
     * connection was closed.
     */
    const endless = (head: string): Promise<{ status: number; message: string; sent: number }> =>
      new Promise((resolve, reject) => {
        let status = 0;
        let text = '';
        const socket = connect(Number(new URL(origin).port), '127.0.0.1');
        const write = (): void => {
          while (!socket.destroyed && socket.bytesWritten < 400 * piece.length) {
            socket.write(`${piece.length.toString(16)}\r\n`);
            socket.write(piece);
            if (!socket.write('\r\n')) return;
          }
          reject(new Error('400 MB were taken'));
        };
        socket.on('drain', write).on('error', () => undefined);
        socket.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          status ||= Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
        });
        socket.on('close', () =>
          resolve({ status, message: /"message":"([^"]*)"/.exec(text)?.[1] ?? '', sent: socket.bytesWritten }),
        );
        const start = `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
        socket.write(
          `POST /api/v2/sls/forward/file HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nTransfer-Encoding: chunked\r\n` +
            `Content-Type: multipart/form-data; boundary=b\r\n\r\n${start.length.toString(16)}\r\n${start}\r\n`,
        );
        write();
      });
    for (const head of ['name="file"; filename="a.csv"', 'name="other"; filename="a.csv"', 'name="business"']) {
      const { status, message, sent } = await endless(head);
      expect([head, status, message]).toEqual([head, 413, FILE_TOO_LARGE]);
      // The kernel buffers some data as well, so the limit here is higher.
      expect(sent).toBeLessThan(FILE_LIMIT * 1.5);
    }
    // Nothing is left of these uploads.
    await expect
      .poll(async () => (await world.database.pool.query("SELECT 1 FROM files WHERE name = ''")).rowCount, {
        timeout: 10_000,
      })
      .toBe(0);
    expect((await form(csv(3), 'a.csv')).status).toBe(200);
  });

  // The bucket used in the tests is in this process and keeps everything that it receives, which counts as well.
  const mostMemory = { folder: 120, s3: 1000 } as const;
  it('six large files are received concurrently without being held in memory', async () => {
    // Runs in a separate process; otherwise, the memory of the client would count, too.
    const client = `
      const [url, cookie] = process.argv.slice(1);
      const file = new Blob(['Channel ID\\n' + '10021\\n'.repeat(29 * 1048576 / 6 - 10)]);
      const send = async () => {
        const body = new FormData();
        body.set('file', file, 'large.csv');
        return (await fetch(url, { method: 'POST', headers: { cookie }, body })).status;
      };
      Promise.all([1, 2, 3, 4, 5, 6].map(send)).then(all => console.log(all.join()));`;
    const { cookie } = await headersOf('id.editor');
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 10);
    const run = promisify(execFile)(process.execPath, ['-e', client, `${origin}/api/v2/sls/forward/file`, cookie]);
    const { stdout } = await run.finally(() => clearInterval(timer));
    expect(stdout.trim()).toBe('200,200,200,200,200,200');
    expect(most - before).toBeLessThan(mostMemory[storage] * 1024 * 1024);
  });

  it('upload errors are returned in the common envelope', async () => {
    const editor = { ...(await headersOf('id.editor')), 'tus-resumable': '1.0.0' };
    const ask = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers: { ...editor, ...headers },
        ...(body === undefined ? {} : { body }),
      });
      expect(answer.headers.get('content-type')).toContain('application/json');
      const { retcode, message, data } = (await answer.json()) as { retcode: number; message: string; data: null };
      expect([retcode, data]).toEqual([answer.status, null]);
      return [answer.status, message];
    };
    const create = (headers: Record<string, string>) => ask('POST', '/api/v2/ops/uploads', headers);
    for (const kind of ['partial', 'final;/api/v2/ops/uploads/a /api/v2/ops/uploads/b'])
      expect(await create({ 'upload-length': '10', 'upload-concat': kind })).toEqual([
        400,
        expect.stringContaining('Upload-Concat'),
      ]);
    expect(await create({ 'upload-length': 'x' })).toEqual([400, expect.stringContaining('upload-length')]);
    expect(await create({ 'upload-length': '10', 'tus-resumable': '0.2' })).toEqual([
      400,
      expect.stringContaining('tus-resumable'),
    ]);
    expect((await create({ 'upload-defer-length': '1' }))[0]).toBe(400);
    const started = await fetch(`${origin}/api/v2/ops/uploads`, {
      method: 'POST',
      headers: { ...editor, 'upload-length': '10' },
    });
    const path = new URL(started.headers.get('location') ?? '', origin).pathname;
    const octets = { 'content-type': 'application/offset+octet-stream' };
    expect(await ask('PATCH', path, { ...octets, 'upload-offset': 'x' }, 'a')).toEqual([
      400,
      expect.stringContaining('upload-offset'),
    ]);
    expect((await ask('PATCH', path, { ...octets, 'upload-offset': '7' }, 'a'))[0]).toBe(409);
    expect(await ask('PATCH', path, { ...octets, 'upload-offset': '0' }, 'more than ten bytes')).toEqual([
      413,
      'More bytes were sent than Upload-Length declared. Start the upload again.',
    ]);
  });

  it('a business key must name an entity in which the caller may import (UPLOAD-11, G9)', async () => {
    const key = (entity: string): string => `lcos_serviceable/${entity}/|channelLocationService|import`;
    const send = async (as: PersonName, business: string, headers: Record<string, string> = {}) => {
      const { status, body } = await form(csv(1), 'a.csv', { ...(await headersOf(as)), ...headers }, business);
      const { rows } = await world.database.pool.query<{ entity: string }>('SELECT entity FROM files WHERE id = $1', [
        fileIdOf(body.data?.url ?? ''),
      ]);
      return [status, rows[0]?.entity ?? body.message];
    };
    expect(await send('id.editor', key('indonesia'))).toEqual([200, 'ID']);
    expect(await send('id.editor', key('id'))).toEqual([200, 'ID']);
    expect(await send('id.editor', key('malaysia'))).toEqual([403, expect.stringContaining('Malaysia')]);
    expect(await send('id.viewer', key('indonesia'))).toEqual([403, expect.stringContaining('import something')]);
    expect(await send('id.editor', key('atlantis'))).toEqual([400, 'business: names an entity that does not exist']);
    for (const wrong of ['lcos_serviceable/', 'lcos_serviceable/indonesia', key('indonesia/x'), key('')]) {
      expect((await send('id.editor', wrong))[0]).toBe(400);
    }
    // If the request does not specify an entity, the key does; the two must never contradict each other.
    expect(await send('admin', key('malaysia'))).toEqual([200, 'MY']);
    expect(await send('admin', key('malaysia'), { 'x-ops-entity': 'MY' })).toEqual([200, 'MY']);
    expect(await send('admin', key('malaysia'), { 'x-ops-entity': 'ID' })).toEqual([
      400,
      'business: names Malaysia, but the request is for Indonesia',
    ]);
  });

  it('unfinished uploads are removed after a day, and files that no import uses are removed after a week', async () => {
    const { pool } = world.database;
    const half = await resumable(csv(900_000), { chunk: 6 * 1024 * 1024, stopAfter: 1 });
    const whole = await form(csv(3), 'whole.csv');
    const left = async () => {
      const ids = [half.url, `${origin}${whole.body.data?.url}`].map(url => fileIdOf(url ?? ''));
      const { rows } = await pool.query<{ id: string }>('SELECT id FROM files WHERE id = ANY ($1)', [ids]);
      return ids.map(id => rows.some(row => row.id === id));
    };
    await sweepFiles(pool, own.store, now / 1000 + 3600);
    expect(await left()).toEqual([true, true]);
    await sweepFiles(pool, own.store, now / 1000 + 25 * 3600);
    expect(await left()).toEqual([false, true]);
    now += 8 * 24 * 3600 * 1000;
    await sweepFiles(pool, own.store, now / 1000);
    expect(await left()).toEqual([false, false]);
    await expect(own.store.read(fileIdOf(`${origin}${whole.body.data?.url}`) as string)).rejects.toThrow(
      /ENOENT|not exist/,
    );
    now -= 8 * 24 * 3600 * 1000;
  });

  it('a file that is used after the list of expired files was read is kept', async () => {
    const { pool } = world.database;
    const ids = await Promise.all(
      ['one.csv', 'two.csv'].map(async name => fileIdOf((await form(csv(3), name)).body.data?.url ?? '') as string),
    );
    await pool.query('UPDATE files SET expires_at = $2 WHERE id = ANY ($1)', [ids, now / 1000 - 10]);
    const removed: string[] = [];
    const remove = async (id: string) => {
      removed.push(id);
      await pool.query('UPDATE files SET expires_at = NULL WHERE id = ANY ($1) AND NOT id = ANY ($2)', [ids, removed]);
    };
    await sweepFiles(pool, { ...own.store, remove }, now / 1000);
    expect(removed.filter(id => ids.includes(id))).toHaveLength(1);
    const { rows } = await pool.query('SELECT id FROM files WHERE id = ANY ($1)', [ids]);
    expect(rows).toHaveLength(1);
  });

  it('a file that the store does not remove keeps neither other files nor other data from being removed', async () => {
    const { pool } = world.database;
    const ids = await Promise.all(
      ['stuck.csv', 'removed.csv'].map(
        async name => fileIdOf((await form(csv(3), name)).body.data?.url ?? '') as string,
      ),
    );
    const [stuck = '', gone = ''] = ids;
    await pool.query('UPDATE files SET expires_at = CASE id WHEN $1 THEN 1 ELSE 2 END WHERE id = ANY ($2)', [
      stuck,
      ids,
    ]);
    const remove = async (id: string) => {
      if (id === stuck) throw new Error('Access denied');
      await own.store.remove(id);
    };
    const since = Math.floor(now / 1000);
    await pool.query("INSERT INTO unreadable_files (hash, over, at) VALUES ('old', 'time', 1)");
    const problems: string[] = [];
    const say = ({ message }: Error) => void problems.push(message);
    const days = { importDays: 90, logDays: 0 };
    await keepHouse(world.database, { ...own.store, remove }, days, since, say);
    expect(problems).toEqual(['Access denied']);
    expect((await pool.query('SELECT id FROM files WHERE id = ANY ($1)', [ids])).rows).toEqual([{ id: stuck }]);
    await expect(own.store.read(gone)).rejects.toThrow(/ENOENT|not exist/);
    expect((await pool.query("SELECT 1 FROM unreadable_files WHERE hash = 'old'")).rowCount).toBe(0);
    await keepHouse(world.database, own.store, days, since, say);
    expect([problems.length, (await pool.query('SELECT 1 FROM files WHERE id = $1', [stuck])).rowCount]).toEqual([
      1, 0,
    ]);
  });

  it('one person cannot fill the store with unused files', async () => {
    const { pool } = world.database;
    const { rows } = await pool.query<{ id: number }>("SELECT id FROM users WHERE email LIKE 'id.editor@%'");
    const fill = 'f'.repeat(32);
    await pool.query(
      `INSERT INTO files (id, user_id, entity, name, size, created_at, expires_at) VALUES ($1, $2, 'ID', 'x', $3, 0, 9e9)`,
      [fill, rows[0]?.id, 2 * 1024 ** 3],
    );
    expect((await resumable(csv(3))).status).toBe(429);
    expect((await form(csv(3), 'a.csv')).status).toBe(429);
    await pool.query('DELETE FROM files WHERE id = $1', [fill]);
    expect((await form(csv(3), 'a.csv')).status).toBe(200);
  });

  it('a person’s unfinished uploads are limited, even if they are started in parallel', async () => {
    const editor = { ...(await headersOf('id.editor')), 'tus-resumable': '1.0.0', 'upload-length': '1' };
    const create = async (): Promise<number> =>
      (await fetch(`${origin}/api/v2/ops/uploads`, { method: 'POST', headers: editor })).status;
    const { pool } = world.database;
    await pool.query('DELETE FROM files WHERE NOT complete');
    const answers = await Promise.all(Array.from({ length: UNFINISHED_MOST + 10 }, create));
    expect(answers.filter(status => status === 201)).toHaveLength(UNFINISHED_MOST);
    expect(answers.filter(status => status === 429)).toHaveLength(10);
    expect(await form(csv(3), 'a.csv')).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('50 unfinished uploads') as string },
    });
    await pool.query('DELETE FROM files WHERE NOT complete');
    expect((await form(csv(3), 'a.csv')).status).toBe(200);
  });

  it('a stored file cannot be deleted or changed, because imports and the log refer to it', async () => {
    const bytes = csv(4);
    const taken = [
      (await resumable(bytes)).url as string,
      `${origin}${(await form(bytes, 'areas.csv')).body.data?.url}`,
    ];
    const headers = { ...(await headersOf('id.editor')), 'tus-resumable': '1.0.0' };
    for (const url of taken) {
      const id = fileIdOf(url) as string;
      const answer = await fetch(`${origin}/api/v2/ops/uploads/${id}`, { method: 'DELETE', headers });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      const got = await download(`/api/v2/ops/files/${id}/areas.csv`, 'id.editor');
      expect([got.status, Buffer.from(await got.arrayBuffer()).equals(bytes)]).toEqual([200, true]);
    }
  });

  it('an unfinished upload can be canceled', async () => {
    const half = await resumable(csv(900_000), { chunk: 6 * 1024 * 1024, stopAfter: 1 });
    const headers = { ...(await headersOf('id.editor')), 'tus-resumable': '1.0.0' };
    expect((await fetch(half.url as string, { method: 'DELETE', headers })).status).toBe(204);
    await expect
      .poll(
        async () =>
          (await world.database.pool.query('SELECT 1 FROM files WHERE id = $1', [fileIdOf(half.url as string)]))
            .rowCount,
      )
      .toBe(0);
    expect((await fetch(half.url as string, { method: 'HEAD', headers })).status).toBe(404);
  });
}

describeOnEach('uploaded files', kind => files(kind, 'folder'));
describe('storing uploaded files in a bucket', () => {
  files('embedded', 's3');
});

it('only addresses of the server’s own files are recognized', () => {
  const id = 'a'.repeat(32);
  expect(fileIdOf(`/api/v2/ops/files/${id}/x.xlsx`)).toBe(id);
  expect(fileIdOf(`https://ops.example/api/v2/ops/uploads/${id}`)).toBe(id);
  for (const url of [`/api/v2/ops/files/${id.slice(1)}/x`, `x/api/v2/ops/files/${id}/x`, `/files/${id}`, '']) {
    expect(fileIdOf(url)).toBeNull();
  }
});
