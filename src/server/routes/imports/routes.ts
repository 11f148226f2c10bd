import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CallInput } from '../../../contract/call.ts';
import { resolvePage } from '../../../contract/common.ts';
import {
  getImport,
  importsOf,
  listImportRows,
  resourceBulk,
  revertImport,
  type ImportReceipt,
} from '../../../contract/imports/calls.ts';
import type { ImportDeclaration } from '../../../domain/import/declaration.ts';
import { batchCallOf } from '../../../contract/imports/batches.ts';
import { importById } from '../../../contract/imports/registry.ts';
import type { Person } from '../../auth/person.ts';
import type { ServerContext } from '../../context.ts';
import { fileIdOf, readableFile } from '../../files/records.ts';
import { idempotencyKeyOf, requireRight, type Call } from '../../http/call.ts';
import { ApiError, badRequest, notFound, okText } from '../../base/envelope.ts';
import { registerRaw, registerRead } from '../../http/registrar.ts';
import { enqueueImport, type NewImport } from '../../imports/enqueue.ts';
import {
  deletedText,
  findImport,
  isEnded,
  permissionFor,
  receiptOf,
  type BulkChange,
  type BulkOrigin,
  type ImportedFile,
  type ImportRecord,
} from '../../imports/records.ts';
import { fileNamesIn, refusedBulk, refusedImport, refusedUndo } from '../../imports/refused.ts';
import { areRowsKept, NOT_KEPT } from '../../imports/revert.ts';
import { storeOf } from '../../imports/stores.ts';
import { listBatches } from './batches.ts';
import { bulkChangeOf, bulkRightsOf } from './bulk.ts';

/** Maximum number of milliseconds for which a call waits for its import; afterward, it returns the progress. */
const WAIT_MILLIS = 15 * 60_000;

/** Registers the calls for imports: those of the specification, receipts, rows and undo (UPLOAD-14 to UPLOAD-17). */
export function importRoutes(app: FastifyInstance, context: ServerContext): void {
  const {
    declared,
    database: { pool },
  } = context;
  const importOf = (declaration: string) => importById(declaration, declared.resources);

  /**
   * Returns an import that the person may read, according to its entity and kind.
   * @throws ApiError 404, 403
   */
  const readable = async (person: Person, id: string): Promise<ImportRecord> => {
    const record = await findImport(pool, id);
    if (!record || !person.entities.some(({ country }) => country === record.entity)) {
      throw notFound('There is no such import. Reload the page to see the current ones.');
    }
    requireRight(person, record.entity, featureOf(importOf(record.declaration)));
    return record;
  };

  const receipt = async (record: ImportRecord): Promise<ImportReceipt> => {
    const answer = await receiptOf(pool, record);
    // After the end has been stored, the process that applies the import may still report progress for a moment.
    const running = isEnded(record.state) ? undefined : context.imports.progressOf(record.id);
    return running ? { ...answer, state: running.state, done: running.done, total: running.total } : answer;
  };

  /** Queues an import and returns its receipt once it has ended, or immediately if the caller does not want to wait. */
  const start = async (call: Call, asked: Omit<NewImport, 'person' | 'key'>, background: boolean | undefined) => {
    const { person, request, reply } = call;
    const { record, replayed } = await enqueueImport(context, { ...asked, person, key: idempotencyKeyOf(request) });
    if (!background) await context.imports.ended(record.id, WAIT_MILLIS);
    const now = (await findImport(pool, record.id)) ?? record;
    if (now.state === 'failed' && now.deletedAt !== null && !background) throw new ApiError(409, deletedText(now));
    if (now.state === 'failed' && !background) throw new ApiError(503, now.message, { retryAfterSeconds: 5 });
    if (replayed) reply.header('idempotent-replayed', 'true');
    return sendReceipt(reply, await receipt(now));
  };

  /**
   * Returns the files to which an import call refers.
   * @param field the field that contains their addresses, for messages
   * @throws ApiError 400, 404, 403
   */
  const filesOf = async (
    call: Call,
    fileUrlList: readonly string[],
    field: 'fileUrlList' | 'file_url' = 'fileUrlList',
  ): Promise<ImportedFile[]> => {
    const files: ImportedFile[] = [];
    for (const url of fileUrlList) {
      const id = fileIdOf(url);
      if (id === null)
        throw badRequest(
          field === 'file_url'
            ? 'file_url: must be the address of an uploaded file'
            : 'fileUrlList: must contain addresses of uploaded files',
        );
      const { name, size, hash, entity } = await readableFile(context, call.person, id);
      if (entity !== call.entity) throw badRequest(`${field}: "${name}" was uploaded for another entity`);
      if (!files.some(file => file.id === id)) files.push({ id, name, size, hash });
    }
    return files;
  };

  for (const { declaration, resource, call: importing } of importsOf(declared.resources)) {
    registerRaw(
      app,
      context,
      importing,
      async (call, input) => {
        const { fileUrlList, file_url: single } = input;
        const named = fileUrlList ?? (single === undefined ? [] : [single]);
        if (named.length === 0) throw badRequest('fileUrlList: must name a file');
        const files = await filesOf(call, named, fileUrlList === undefined ? 'file_url' : 'fileUrlList');
        const request = {
          ...(input.since === undefined ? {} : { since: input.since }),
          ...(input.leave === undefined ? {} : { leave: input.leave }),
          ...(input.leaveTheirs ? { leaveTheirs: true } : {}),
          ...(input.batch_name === undefined ? {} : { batchName: input.batch_name }),
        };
        return start(call, { entity: call.entity, declaration, files, request, reverts: null }, input.background);
      },
      {
        refused: async ({ person, request }) =>
          refusedImport(declared.resources, declaration, await fileNamesIn(pool, person.userId, request.body)),
      },
    );
    const batches = batchCallOf(resource);
    if (batches) {
      registerRead(app, context, batches, ({ entity }, input) =>
        listBatches(pool, entity, declaration, resolvePage({ ...input, page: input.pageno ?? input.page })),
      );
    }
  }

  for (const resource of declared.resources) {
    const bulkCall = resourceBulk(resource);
    if (!bulkCall) continue;
    registerRaw(
      app,
      context,
      bulkCall,
      async (call, input) => {
        const bulk = await bulkChangeOf(call, resource, input);
        const files = await filesOf(call, [input.fileUrl]);
        return start(
          call,
          { entity: call.entity, declaration: resource.id, files, request: { bulk }, reverts: null },
          input.background,
        );
      },
      {
        oneOf: bulkRightsOf(resource),
        refused: ({ request }) => refusedBulk(resource, setIn(request.body)),
      },
    );
  }

  registerRead(app, context, getImport, async ({ person }, { id }) => receipt(await readable(person, id)));

  registerRead(app, context, listImportRows, async ({ person }, input) => {
    const record = await readable(person, input.id);
    const { page, count, offset } = resolvePage(input);
    const isApplied = record.state === 'applied';
    const before = offset + Math.min(count, 10_000);
    const list = isApplied
      ? ((await storeOf(record.declaration, declared)?.rows(pool, record.no, offset, before)) ?? [])
      : [];
    return { list, page, count, total: isApplied ? record.total : 0 };
  });

  const revert = async (call: Call, input: CallInput<typeof revertImport>): Promise<FastifyReply> => {
    const record = await readable(call.person, input.id);
    requireRight(call.person, record.entity, permissionFor(declared, record, importOf(record.declaration)));
    const key = idempotencyKeyOf(call.request);
    const mine =
      key === null
        ? null
        : await pool.query('SELECT 1 FROM imports WHERE user_id = $1 AND key = $2', [call.person.userId, key]);
    if (record.state !== 'applied' || record.request.sameAs !== undefined || importOf(record.declaration)?.checksOnly) {
      throw new ApiError(409, 'Only an import that was applied can be undone.');
    }
    if (record.revertedBy !== null && !mine?.rowCount) {
      throw new ApiError(409, 'This import has already been undone.', { data: { revertedBy: record.revertedBy } });
    }
    const store = storeOf(record.declaration, declared);
    if (!store || !(await areRowsKept(pool, store, record))) throw new ApiError(409, NOT_KEPT);
    const { entity, declaration, files } = record;
    const { bulk, origin = bulk && originOf(bulk) } = record.request;
    const request = {
      ...(input.skipConflicts ? { skipConflicts: true } : {}),
      ...(origin ? { origin } : {}),
      ...(record.reverts !== null && !record.request.again ? { again: true } : {}),
    };
    return start(
      call,
      { entity, declaration, files, request, reverts: record.id, rows: record.total },
      input.background,
    );
  };
  registerRaw(app, context, revertImport, revert, {
    refused: async ({ entity, request }) => {
      const record = await findImport(pool, String((request.params as { id?: unknown }).id));
      return refusedUndo(declared.resources, record?.entity === entity ? record : null);
    },
  });
}

/** The change that a bulk call asks for, null for a deletion; its body may not have been validated. */
function setIn(body: unknown): unknown {
  const asked = (body ?? {}) as { set?: unknown; delete?: unknown };
  return asked.delete === true ? null : (asked.set ?? undefined);
}

const originOf = (bulk: BulkChange): BulkOrigin => ({
  callId: bulk.callId,
  ...(bulk.set && bulk.from !== undefined ? { from: bulk.from } : {}),
});

/** The feature whose permission is required to read an import. */
const featureOf = (known: ImportDeclaration | undefined): string => {
  if (!known) throw notFound('There is no such import. Reload the page to see the current ones.');
  return known.permission.replace(/\.write$/, '');
};

const sendReceipt = (reply: FastifyReply, receipt: ImportReceipt): FastifyReply =>
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(okText(receipt));
