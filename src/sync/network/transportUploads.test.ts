import { describe, expect, it } from 'vitest';
import { createUploads, type UploadRequest } from './transportUploads.ts';

const ORIGIN = 'http://ops.example';
const OLD = `${ORIGIN}/api/v2/ops/uploads/old`;
const SIZE = 10;

interface Answer {
  status: number;
  headers?: Record<string, string>;
}

const resume = (...answers: Answer[]) => resumeFor({ id: 'channelLocation.import', key: 'k' }, ...answers);

/**
 * Uploads a file of which the server already has the first four bytes; its requests get the given responses in turn.
 */
async function resumeFor(call: NonNullable<UploadRequest['call']>, ...answers: Answer[]) {
  const asked: string[] = [];
  const said: string[] = [];
  const fetch: typeof globalThis.fetch = async (url, { method = 'GET', headers: own } = {}) => {
    const named = new Headers(own);
    if (method === 'POST') said.push(`${named.get('idempotency-key')} ${named.get('upload-metadata')}`);
    asked.push(`${method} ${String(url).replace(`${ORIGIN}/api/v2/ops/uploads`, '')}`);
    const { status, headers = {} } = answers[asked.length - 1] as Answer;
    return new Response(null, { status, headers: { 'tus-resumable': '1.0.0', ...headers } });
  };
  const urls: string[] = [];
  const upload = createUploads({ fetch, origin: ORIGIN, person: 1, project: () => null });
  const request: UploadRequest = {
    // The library's Node build accepts a Buffer instead of a Blob.
    blob: Buffer.alloc(SIZE) as unknown as Blob,
    name: 'a.xlsx',
    entity: 'ID',
    call,
    url: OLD,
    onUrl: url => urls.push(url),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  };
  return { outcome: await upload(request), asked, urls, said };
}

const offset = (bytes: number) => ({ 'upload-offset': String(bytes), 'upload-length': String(SIZE) });

describe('resuming an upload', () => {
  it('an interrupted upload resumes where it stopped', async () => {
    const { outcome, asked } = await resume(
      { status: 200, headers: offset(4) },
      { status: 204, headers: { 'upload-offset': '10' } },
    );
    expect(outcome).toEqual({ kind: 'ok', data: { url: OLD } });
    expect(asked).toEqual(['HEAD /old', 'PATCH /old']);
  });

  it.each([
    [503, '7', 7_000],
    [429, '2', 2_000],
    [502, null, null],
    [423, null, null],
    [409, null, null],
  ])('if the server returns %d, the upload waits as long as requested and is kept', async (status, after, millis) => {
    const { outcome, asked, urls } = await resume({
      status,
      headers: after === null ? {} : { 'retry-after': after },
    });
    expect(outcome).toMatchObject({ kind: 'retryLater', status, afterMillis: millis });
    expect(asked).toEqual(['HEAD /old']);
    expect(urls).toEqual([]);
  });

  it('an upload waits while the person is signed out', async () => {
    const { outcome, asked } = await resume({ status: 401 });
    expect([outcome.kind, asked]).toEqual(['signedOut', ['HEAD /old']]);
  });

  it.each([404, 410, 403])('an upload starts over if the server no longer has it (%d)', async status => {
    const { outcome, asked, urls, said } = await resume(
      { status },
      { status: 201, headers: { location: '/api/v2/ops/uploads/new' } },
      { status: 204, headers: { 'upload-offset': '10' } },
    );
    expect(outcome).toEqual({ kind: 'ok', data: { url: `${ORIGIN}/api/v2/ops/uploads/new` } });
    expect(asked).toEqual(['HEAD /old', 'POST ', 'PATCH /new']);
    // The file's name and the business key (UPLOAD-11).
    expect(said).toEqual([
      `k filename ${btoa('a.xlsx')},business ${btoa('ssc-ops')},call ${btoa('channelLocation.import')}`,
    ]);
    expect(urls).toEqual([`${ORIGIN}/api/v2/ops/uploads/new`]);
  });

  it.each([
    ['changes its records', { canDeliver: true }, ''],
    ['deletes its records', null, `,deletes ${btoa('true')}`],
    ['sets the status of deleted records', { status: 1 }, `,deletes ${btoa('true')}`],
  ])('the upload of a bulk change says whether it deletes: one that %s', async (_, set, more) => {
    const { said } = await resumeFor(
      { id: 'serviceCode.bulk', key: 'k', set },
      { status: 404 },
      { status: 201, headers: { location: '/api/v2/ops/uploads/new' } },
      { status: 204, headers: { 'upload-offset': '10' } },
    );
    expect(said).toEqual([
      `k filename ${btoa('a.xlsx')},business ${btoa('ssc-ops')},call ${btoa('serviceCode.bulk')}${more}`,
    ]);
  });
});
