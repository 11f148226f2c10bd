import type { ImportReceipt } from '../../contract/imports/calls.ts';

/** The part of an upload that the server has received. */
export interface StoredUpload {
  length: number;
  bytes: Blob;
}

const JSON_HEAD = { 'content-type': 'application/json; charset=utf-8' };
const TUS = { 'tus-resumable': '1.0.0' };

/** Responds to a request, such as "PATCH /api/v2/ops/uploads/1". */
type Answering = (request: string) => Response | Error | null;

export const receiptOf = (id: string, part: Partial<ImportReceipt> = {}): ImportReceipt => ({
  id,
  declaration: 'channelLocation',
  entity: 'ID',
  state: 'applied',
  done: 0,
  total: 0,
  files: [],
  failList: [],
  counts: null,
  review: null,
  message: '',
  repeated: false,
  email: '',
  createdAt: 0,
  finishedAt: null,
  reverts: null,
  revertedBy: null,
  ...part,
});

/** A refusal by our server. */
export const refusal = (status: number, message: string): Response =>
  Response.json({ retcode: status, message, detail: '', data: null }, { status, headers: JSON_HEAD });

/**
 * An in-memory server for uploads (tus) and imports, with its own `fetch`: each key creates one import, and repeating a
 * key returns the earlier receipt.
 */
export class UploadServer {
  readonly uploads = new Map<string, StoredUpload>();
  /** Receipts by their Idempotency-Key. */
  readonly imports = new Map<string, ImportReceipt>();
  /** Every request, in order. */
  readonly received: string[] = [];
  /**
   * Called before the server acts: returns a response in place of the server's, an error for a lost connection, or null
   * to let the request through.
   */
  before: Answering = () => null;
  /** Called after the server has acted, which cannot be undone, whatever the caller receives. */
  after: Answering = () => null;
  /** Fields of an import's receipt when it has just been created, and when it is requested. */
  made: Partial<ImportReceipt> = {};
  asked: Partial<ImportReceipt> = {};

  readonly fetch: typeof globalThis.fetch = async (url, init = {}) => {
    const { pathname } = new URL(String(url), 'http://ops.test');
    const request = `${init.method ?? 'GET'} ${pathname}`;
    this.received.push(request);
    const instead = this.before(request);
    if (instead instanceof Error) throw instead;
    if (instead) return instead;
    const answer = await this.answer(init.method ?? 'GET', pathname, init);
    const lost = this.after(request);
    if (lost instanceof Error) throw lost;
    return lost ?? answer;
  };

  /** The bytes of an upload, as a string. */
  async text(path: string): Promise<string> {
    return (await this.uploads.get(path)?.bytes.text()) ?? '';
  }

  private async answer(method: string, path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (method === 'POST' && path === '/api/v2/ops/uploads') {
      const at = `${path}/${this.uploads.size + 1}`;
      this.uploads.set(at, { length: Number(headers.get('upload-length')), bytes: new Blob([]) });
      return new Response(null, { status: 201, headers: { ...TUS, location: `http://ops.test${at}` } });
    }
    const upload = this.uploads.get(path);
    if (method === 'HEAD' || method === 'PATCH') {
      if (!upload) return new Response(null, { status: 404, headers: TUS });
      if (method === 'PATCH') {
        if (Number(headers.get('upload-offset')) !== upload.bytes.size) return new Response(null, { status: 409 });
        upload.bytes = new Blob([upload.bytes, init.body as Blob]);
      }
      return new Response(null, {
        status: method === 'HEAD' ? 200 : 204,
        headers: { ...TUS, 'upload-offset': String(upload.bytes.size), 'upload-length': String(upload.length) },
      });
    }
    if (method === 'POST') {
      const key = headers.get('idempotency-key') ?? '';
      const receipt = this.imports.get(key) ?? receiptOf(`receipt-${this.imports.size + 1}`, this.made);
      this.imports.set(key, receipt);
      return this.ok(receipt);
    }
    const known = [...this.imports.values()].find(({ id }) => path.endsWith(`/${id}`));
    return known ? this.ok({ ...known, ...this.asked }) : refusal(404, 'There is no such import.');
  }

  private ok(data: ImportReceipt): Response {
    return Response.json({ retcode: 0, message: '', detail: '', data }, { headers: JSON_HEAD });
  }
}
