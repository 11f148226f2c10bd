import type { FastifyInstance } from 'fastify';
import { resolvePage } from '../../../contract/common.ts';
import { HISTORY_MOST, type RecordChange } from '../../../contract/history.ts';
import { backdateRight, RATE_TABLE_CALLS } from '../../../contract/rateTable/calls.ts';
import { FAMILY_FEATURE, type Family } from '../../../contract/rateTable/versions.ts';
import { COUNTRIES } from '../../../domain/country.ts';
import { allows } from '../../../domain/permission.ts';
import { nowSeconds } from '../../base/clock.ts';
import type { ServerContext } from '../../context.ts';
import { notFound } from '../../base/envelope.ts';
import { registerRead, registerWrite } from '../../http/registrar.ts';
import { nameOfOwner } from '../../resources/owners.ts';
import type { SealedTables } from '../../rates/sealedFiles.ts';
import { COLLECTION, findVersion, listVersions, shown } from '../../rates/versions.ts';
import {
  copyVersion,
  createVersion,
  deleteVersion,
  setVersionTime,
  submitVersion,
  updateVersion,
} from '../../rates/write.ts';

/**
 * Registers the calls for versions of rate tables: create, change, submit, copy, delete, and set the start time
 * (RATE-10, RATE-12, RATE-17).
 */
export function rateVersionRoutes(
  app: FastifyInstance,
  context: ServerContext,
  family: Family,
  tables: SealedTables,
): void {
  const { pool } = context.database;
  const calls = RATE_TABLE_CALLS[family];

  registerRead(app, context, calls.baseInfos, async ({ entity }, input) => {
    const { page, count, offset } = resolvePage(input);
    const scope = { family, entity, at: nowSeconds(context) };
    const { list, total } = await listVersions(pool, scope, input, { offset, count });
    return { list: list.map(shown), page, count, total };
  });

  registerRead(app, context, calls.detail, async ({ entity }, { id }) =>
    shown(await findVersion(pool, { family, entity, at: nowSeconds(context) }, id)),
  );

  registerWrite(app, context, calls.createBaseInfo, {
    apply: (db, input, scope) => createVersion(db, { ...scope, family }, input),
  });
  registerWrite(app, context, calls.updateBaseInfo, {
    apply: (db, input, scope) => updateVersion(db, { ...scope, family }, input),
  });
  registerWrite(app, context, calls.updateBasicInfo, {
    apply: (db, input, scope) => updateVersion(db, { ...scope, family }, input),
  });
  registerWrite(app, context, calls.updateVat, {
    apply: (db, { id, version, mode, ppm }, scope) =>
      updateVersion(db, { ...scope, family }, { id, version, settings: { vat: { mode, ppm } } }),
  });
  registerWrite(app, context, calls.deleteBaseInfo, {
    apply: (db, input, scope) => deleteVersion(db, { ...scope, family }, input),
  });
  registerWrite(app, context, calls.copy, {
    apply: (db, input, scope) => copyVersion(db, { ...scope, family }, tables, input),
  });
  registerWrite(app, context, calls.submit, {
    apply: (db, input, scope) => submitVersion(db, { ...scope, family }, input),
  });
  registerWrite(app, context, calls.setTime, {
    apply: (db, input, scope) =>
      setVersionTime(db, { ...scope, family }, allows(scope.person, scope.entity, backdateRight(family)), {
        ...input,
        activeFrom: input.activeFrom === '' ? null : input.activeFrom,
      }),
  });

  registerRead(app, context, calls.history, async ({ entity }, input) => {
    const { page, count, offset } = resolvePage(input);
    if ((await nameOfOwner(pool, entity, { kind: 'channel', id: input.id })) === null)
      throw notFound(`There is no channel ${input.id} in ${COUNTRIES[entity].inText}. Check the ID.`);
    const { rows } = await pool.query<Omit<RecordChange, 'version' | 'import'>>({
      name: 'rate-channel-history',
      text: `SELECT email, at AS timestamp, url, before, after FROM audit_logs
              WHERE channel_id = $1 AND feature = $2 AND collection = $3 AND entity = $4
              ORDER BY id DESC LIMIT ${HISTORY_MOST}`,
      values: [input.id, FAMILY_FEATURE[family], COLLECTION[family], entity],
    });
    const list = rows.slice(offset, offset + count).map(row => ({
      ...row,
      version: row.after ? Number(row.after['version']) : Number(row.before?.['version'] ?? 0) + 1,
      import: null,
    }));
    return { list, page, count, total: rows.length };
  });
}
