import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CallInput } from '../../../contract/call.ts';
import { resolvePage } from '../../../contract/common.ts';
import { RATE_TASK_CALLS } from '../../../contract/rateImports/calls.ts';
import { rateImportId } from '../../../contract/rateImports/resources.ts';
import { FAMILY_FEATURE, type Family } from '../../../contract/rateTable/versions.ts';
import type { Country } from '../../../domain/country.ts';
import type { Person } from '../../auth/person.ts';
import { nowSeconds } from '../../base/clock.ts';
import type { ServerContext } from '../../context.ts';
import { writeAudit } from '../../writes/audit.ts';
import { transaction, type Queryable } from '../../db/transaction.ts';
import { UNUSED_SECONDS } from '../../files/fileStore.ts';
import { attachment } from '../../files/names.ts';
import { fileIdOf, readableFile } from '../../files/records.ts';
import { idempotencyKeyOf, type Call } from '../../http/call.ts';
import { ApiError, okText } from '../../base/envelope.ts';
import { registerRaw, registerRead } from '../../http/registrar.ts';
import { announceBatches } from '../../imports/announceBatches.ts';
import { enqueueImport } from '../../imports/enqueue.ts';
import { isEnded, type ImportRecord } from '../../imports/records.ts';
import { refusedImport } from '../../imports/refused.ts';
import { addJob } from '../../jobs/queue.ts';
import {
  findAny,
  findKept,
  listKept,
  priceListId,
  priceListOf,
  statesOf,
  taskIds,
  taskOf,
  type Asked,
} from './rows.ts';

/** Maximum number of price lists that a call returns or checks; a country has a few dozen. */
const MOST = 10_000;
/** Maximum number of codes that a lookup returns. */
const CODES = 50;

/**
 * Registers the calls for tasks and price lists, for both rate tables and third-party fees (TASK-1, TASK-2, PRICE-1 to
 * PRICE-3, FEE-1).
 */
export function rateTaskRoutes(app: FastifyInstance, context: ServerContext): void {
  for (const family of ['rate', 'thirdParty'] as const) {
    taskRoutes(app, context, family);
    priceListRoutes(app, context, family);
  }
}

const allOf = { count: MOST, offset: 0 };

function taskRoutes(app: FastifyInstance, context: ServerContext, family: Family): void {
  const { pool } = context.database;
  const calls = RATE_TASK_CALLS[family];
  const asked = (entity: Country): Asked => ({ entity, ids: taskIds(family) });
  const shown = (record: Parameters<typeof taskOf>[0]) => {
    const running = isEnded(record.state) ? undefined : context.imports.progressOf(record.id);
    return running ? taskOf({ ...record, state: running.state }, running.done, running.total) : taskOf(record);
  };

  registerRead(app, context, calls.tasks, async ({ entity }, input) => {
    const paging = resolvePage(input);
    const which = { entity, ids: taskIds(family, input.type), status: input.status };
    const { found, total } = await listKept(pool, which, paging);
    return { list: found.map(shown), page: paging.page, count: paging.count, total };
  });

  registerRead(app, context, calls.task, async ({ entity }, { id }) =>
    shown(await findKept(pool, asked(entity), id, 'task')),
  );

  registerRaw(app, context, calls.exportTask, async ({ person, entity, reply }, { id }) => {
    const { error_url: errors, file_url: own } = taskOf(await findKept(pool, asked(entity), id, 'task'));
    const file = await readableFile(context, person, fileIdOf(errors || own) ?? '');
    return reply
      .type('application/octet-stream')
      .header('content-disposition', attachment(file.name))
      .header('content-length', file.size)
      .header('cache-control', 'private, no-store')
      .send(await context.files.stream(file.id));
  });

  registerRead(app, context, calls.deleteTask, async (call, { id }) => {
    const deleted = await transaction(pool, async db => {
      const record = await findKept(db, asked(call.entity), id, 'task', true);
      if (!(await take(db, call, record))) throw inProgress('Task', id);
      await log(db, call, family, calls.deleteTask.path, { id }, taskOf(record));
      return record;
    });
    await announceBatches(context, deleted);
    return { deleted: 1 };
  });
}

function priceListRoutes(app: FastifyInstance, context: ServerContext, family: Family): void {
  const { pool } = context.database;
  const calls = RATE_TASK_CALLS[family];
  const asked = (entity: Country): Asked => ({ entity, ids: [priceListId(family)] });

  registerRead(app, context, calls.priceLists, async ({ entity }, input) => {
    const paging = resolvePage(input);
    const { found, total } = await listKept(pool, { ...asked(entity), status: input.status, code: input.code }, paging);
    return { list: found.map(priceListOf), page: paging.page, count: paging.count, total };
  });

  registerRead(app, context, calls.allPriceLists, async ({ entity }, { status }) => {
    const { found } = await listKept(pool, { ...asked(entity), status }, allOf);
    return { list: found.map(priceListOf) };
  });

  registerRead(app, context, calls.blurcode, async ({ entity }, { code }) => {
    const { found } = await listKept(pool, { ...asked(entity), code }, { count: CODES, offset: 0 });
    return { list: found.map(priceListOf).map(({ id, code: name }) => ({ id, code: name })) };
  });

  const importId = rateImportId(family, 'priceListEnhanced');
  const importList = async (call: Call, { id }: CallInput<typeof calls.importPriceList>): Promise<FastifyReply> => {
    const { person, entity, reply, request } = call;
    // Also if it was deleted since, because a repeated call gets the same reply.
    const record = await findAny(pool, asked(entity), id, 'price list');
    const { record: task, replayed } = await enqueueImport(context, {
      person,
      entity,
      declaration: importId,
      key: idempotencyKeyOf(request),
      files: record.files,
      request: { priceList: record.id },
      reverts: null,
      guard: db => requirePassed(db, asked(entity), id),
    });
    if (replayed) reply.header('idempotent-replayed', 'true');
    return reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(okText(taskOf({ ...task, taskId: null })));
  };
  registerRaw(app, context, calls.importPriceList, importList, {
    refused: ({ request }) => {
      const { id } = (request.body ?? {}) as { id?: unknown };
      return refusedImport(context.declared.resources, importId, `price list ${Number(id) || ''}`.trim());
    },
  });

  const announceList = (entity: Country) => announceBatches(context, { entity, declaration: priceListId(family) });

  const checkAgain = async (db: Queryable, { person }: Call, { id }: ImportRecord, owner = person.userId) => {
    await db.query(
      `UPDATE imports SET state = 'queued', fails = '[]', message = '', counts = NULL, finished_at = NULL WHERE id = $1`,
      [id],
    );
    const payload = { id, light: false };
    await addJob(db, context.imports.kind, { key: id, owner, payload, now: nowSeconds(context) });
  };

  registerRead(app, context, calls.checkOne, async (call, { id }) => {
    const row = await transaction(pool, async db => {
      const record = await findKept(db, asked(call.entity), id, 'price list', true);
      if (!isEnded(record.state)) return priceListOf(record);
      await checkAgain(db, call, record);
      return priceListOf(await findKept(db, asked(call.entity), id, 'price list'));
    });
    context.jobs.poke();
    await announceList(call.entity);
    return row;
  });

  registerRead(app, context, calls.checkAll, async call => {
    const checked = await transaction(pool, async db => {
      const { found } = await listKept(db, asked(call.entity), allOf);
      const ended = found.filter(({ state }) => isEnded(state)).toReversed();
      // Owned by the server (0), so that the person can import something else at the same time.
      for (const record of ended) await checkAgain(db, call, record, 0);
      return ended.length;
    });
    context.jobs.poke();
    await announceList(call.entity);
    return { checked };
  });

  registerRead(app, context, calls.deletePriceList, async (call, { id }) => {
    await transaction(pool, async db => {
      const record = await findKept(db, asked(call.entity), id, 'price list', true);
      if (!(await take(db, call, record, true))) throw inProgress('Price list', id);
      await log(db, call, family, calls.deletePriceList.path, { id }, priceListOf(record));
    });
    await announceList(call.entity);
    return { deleted: 1 };
  });

  registerRead(app, context, calls.deleteStatus, async (call, { status }) => {
    const deleted = await transaction(pool, async db => {
      const { found } = await listKept(db, { ...asked(call.entity), status }, allOf);
      let taken = 0;
      // In ascending order, as in `checkAll`, so that the two cannot deadlock.
      for (const { no } of found.toReversed()) {
        const record = await findKept(db, asked(call.entity), no, 'price list', true).catch(() => null);
        // Since the list was read, the import has made progress, or somebody else has deleted it.
        if (!record || !statesOf(status).includes(record.state) || !(await take(db, call, record, true))) continue;
        taken += 1;
        await log(db, call, family, calls.deletePriceList.path, { id: no }, priceListOf(record));
      }
      return taken;
    });
    await announceList(call.entity);
    return { deleted };
  });
}

/**
 * Locks a price list, so that nobody deletes it or checks it again before its import is in the queue.
 * @throws ApiError 404 if it was deleted; 409 if it has not passed its check
 */
async function requirePassed(db: Queryable, asked: Asked, id: number): Promise<void> {
  const { state } = await findKept(db, asked, id, 'price list', true);
  if (state === 'applied') return;
  throw new ApiError(
    409,
    isEnded(state)
      ? `Price list ${id} has failed its check: correct the file, and upload it again.`
      : `Price list ${id} is being checked. Import it once it has passed.`,
  );
}

const inProgress = (what: string, id: number): ApiError =>
  new ApiError(409, `${what} ${id} is in progress. Delete it once it has finished.`);

/**
 * Removes an import from its list. An import that is still waiting is canceled and never starts.
 * @param withFiles whether its files may be removed as well, because nothing else uses them
 * @returns whether it was removed, which is not the case for an import in progress
 */
async function take(
  db: Queryable,
  { person, context }: Call,
  record: ImportRecord,
  withFiles = false,
): Promise<boolean> {
  const now = nowSeconds(context);
  if (!isEnded(record.state)) {
    const { rowCount } = await db.query('DELETE FROM jobs WHERE kind = $1 AND key = $2 AND alive_at = 0', [
      context.imports.kind.kind,
      record.id,
    ]);
    if (record.state !== 'queued' || rowCount === 0) return false;
    await db.query(`UPDATE imports SET state = 'failed', message = $2, finished_at = $3 WHERE no = $1`, [
      record.no,
      `${person.email} deleted it before it started. Nothing was imported.`,
      now,
    ]);
  }
  await db.query('UPDATE imports SET deleted_at = $2 WHERE no = $1', [record.no, now]);
  if (withFiles) {
    // The files of a price list that was imported also belong to its task.
    await db.query(
      `UPDATE files f SET expires_at = $2 WHERE f.id = ANY ($1::text[]) AND NOT EXISTS (
         SELECT 1 FROM imports i WHERE i.deleted_at IS NULL AND i.files @> jsonb_build_array(jsonb_build_object('id', f.id)))`,
      [record.files.map(({ id }) => id), now + UNUSED_SECONDS],
    );
  }
  return true;
}

/** Writes a log entry about a deletion. */
const log = (
  db: Queryable,
  { person, entity, context }: Pick<Call, 'entity' | 'context'> & { person: Person },
  family: Family,
  path: string,
  input: unknown,
  before: Record<string, unknown>,
): Promise<void> =>
  writeAudit(
    db,
    { person, url: `/api${path}`, input },
    entity,
    { feature: FAMILY_FEATURE[family], operator: 'Delete', channelId: null, tplId: null, before, after: null },
    nowSeconds(context),
  );
