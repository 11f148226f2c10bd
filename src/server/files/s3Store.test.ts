import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { s3Store } from './s3Store.ts';

let server: Server;
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/**
 * A bucket that drops the given number of connections, or responds to requests with the given status. It counts the
 * requests and keeps what it received.
 */
async function bucket(losing: number, status?: number) {
  const taken = { puts: 0, bodies: [] as string[] };
  server = createServer((request, response) => {
    if (request.method !== 'PUT') return response.end();
    taken.puts += 1;
    if (taken.puts <= losing) {
      if (status === undefined) return request.socket.destroy();
      request.resume();
      return response.writeHead(status, { 'content-type': 'application/xml' }).end('<Error><Code>No</Code></Error>');
    }
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    return request.on('end', () => {
      taken.bodies.push(body);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { taken, store: await s3Store({ bucket: 'ops', endpoint, region: 'us-east-1' }) };
}

const file = () => Readable.from([Buffer.from('10021,'), Buffer.from('1')]);

it('storing a file is retried if the connection is lost', async () => {
  const { taken, store } = await bucket(2);
  await store.put('id', file());
  expect(taken).toEqual({ puts: 3, bodies: ['10021,1'] });
});

it('storing a file fails after three attempts', async () => {
  const { taken, store } = await bucket(9);
  await expect(store.put('id', file())).rejects.toThrow(/ECONNRESET|hang up/);
  expect(taken).toEqual({ puts: 3, bodies: [] });
});

it('storing a file is not retried if the bucket refused it', async () => {
  const { taken, store } = await bucket(9, 403);
  await expect(store.put('id', file())).rejects.toMatchObject({ name: 'No' });
  expect(taken).toEqual({ puts: 1, bodies: [] });
});

/** A bucket with the state of one upload, which drops the given number of connections of those who read it. */
async function bucketWithUpload(losing: number) {
  let reads = 0;
  const info = JSON.stringify({ id: 'known', size: 9, offset: 0, metadata: {} });
  server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/ops' || path === '/ops/') return response.end();
    const isState = path.startsWith('/ops/known.info');
    if (isState && request.method === 'GET' && ++reads <= losing) return request.socket.destroy();
    if (isState) return response.writeHead(200, { 'x-amz-meta-upload-id': '1' }).end(info);
    return response
      .writeHead(404, { 'content-type': 'application/xml' })
      .end(`<Error><Code>${path.includes('uploadId') ? 'NoSuchUpload' : 'NoSuchKey'}</Code></Error>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return s3Store({ bucket: 'ops', endpoint, region: 'us-east-1' });
}

it('an upload is not reported as missing while the bucket loses connections', async () => {
  const { uploads } = await bucketWithUpload(4);
  expect(await uploads.getUpload('known')).toMatchObject({ id: 'known', size: 9 });
  await expect(uploads.getUpload('other')).rejects.toMatchObject({ status_code: 404 });
});

it('an upload whose state cannot be read fails with an error that is not a missing file', async () => {
  const { uploads } = await bucketWithUpload(Number.POSITIVE_INFINITY);
  const problem = await uploads.getUpload('known').catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(Error);
  expect(problem).not.toHaveProperty('status_code');
});
