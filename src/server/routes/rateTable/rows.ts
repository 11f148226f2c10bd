import type { FastifyInstance } from 'fastify';
import { resolvePage } from '../../../contract/common.ts';
import { COMPARED_MOST } from '../../../contract/rateTable/versions.ts';
import { RATE_TABLE_CALLS } from '../../../contract/rateTable/calls.ts';
import type { ExtraFeeChange } from '../../../contract/rateTable/rows.ts';
import type { Family } from '../../../contract/rateTable/versions.ts';
import type { Country } from '../../../domain/country.ts';
import type { Currency } from '../../../domain/currency.ts';
import { changeCounts, compareInSteps } from '../../../domain/rates/compare.ts';
import { findingsInSteps, isComplete } from '../../../domain/rates/completeness.ts';
import { roundTo } from '../../../domain/rates/money.ts';
import {
  keyOfPart,
  PARTS,
  type ExtraFeeRow,
  type Part,
  type PartRow,
  type RateRows,
} from '../../../domain/rates/rows.ts';
import { nowSeconds } from '../../base/clock.ts';
import { inPauses } from '../../base/yieldToEventLoop.ts';
import type { ServerContext } from '../../context.ts';
import type { Queryable } from '../../db/transaction.ts';
import { badRequest, notFound } from '../../base/envelope.ts';
import { registerRaw, registerRead, registerWrite } from '../../http/registrar.ts';
import { coverageOf } from '../../rates/coverage.ts';
import { countPart, lockRows, readPart, readRows, type RowsAsked, type StoredPartRow } from '../../rates/parts.ts';
import { refusingInPauses } from '../../rates/quotes.ts';
import { readSealed, type SealedTables } from '../../rates/sealedFiles.ts';
import { familyNo, findVersion, shown, versionFor, type KnownVersion } from '../../rates/versions.ts';
import { applyCells } from '../../rates/cells.ts';
import { bringRows, dropRows, type RateScope } from '../../rates/write.ts';

/**
 * Registers the calls for the rows of versions (fees, names, addresses, extra fees; RATE-13 to RATE-16), for the cells
 * of a draft, for completeness and for comparison.
 */
export function rateRowRoutes(
  app: FastifyInstance,
  context: ServerContext,
  family: Family,
  tables: SealedTables,
): void {
  const { pool } = context.database;
  const calls = RATE_TABLE_CALLS[family];
  const scopeOf = (entity: Country) => ({ family, entity, at: nowSeconds(context) });

  const allRows = (db: Queryable, version: KnownVersion): Promise<RateRows> =>
    version.hash === null ? readRows(db, version.id, version.settings) : tables.rows(db, version.hash);

  /** Returns a page of the rows of a part, in the same way for a draft and for a sealed file. */
  async function pageOf<P extends Part>(
    entity: Country,
    part: P,
    input: { id: number } & RowsAsked & Parameters<typeof resolvePage>[0],
  ) {
    const { page, count, offset } = resolvePage(input);
    const version = await findVersion(pool, scopeOf(entity), input.id);
    if (version.hash === null) {
      const list = await readPart(pool, version.id, part, input, { offset, count });
      return { list: list as never[], page, count, total: await countPart(pool, version.id, part, input) };
    }
    const rows = sealedPart(await tables.rows(pool, version.hash), part, input);
    return { list: rows.slice(offset, offset + count) as never[], page, count, total: rows.length };
  }

  async function partOf<P extends Part>(entity: Country, id: number, part: P, only: RowsAsked = {}) {
    const version = await findVersion(pool, scopeOf(entity), id);
    if (version.hash === null) return (await readPart(pool, version.id, part, only)) as never[];
    return sealedPart(await tables.rows(pool, version.hash), part, only) as never[];
  }

  registerRead(app, context, calls.addresses, ({ entity }, input) => pageOf(entity, 'addresses', input));
  registerRead(app, context, calls.fees, ({ entity }, input) => pageOf(entity, 'fees', input));
  registerRead(app, context, calls.volumeFees, ({ entity }, input) => pageOf(entity, 'volumeFees', input));
  registerRead(app, context, calls.extraFees, ({ entity }, input) => pageOf(entity, 'extraFees', input));
  registerRead(app, context, calls.zoneNames, async ({ entity }, { id }) => ({
    list: await partOf(entity, id, 'names', { kind: 'zone' }),
  }));
  registerRead(app, context, calls.routeNames, async ({ entity }, { id }) => ({
    list: await partOf(entity, id, 'names', { kind: 'route' }),
  }));
  registerRead(app, context, calls.cepRisk, async ({ entity }, { id }) => ({
    levels: await partOf(entity, id, 'cepLevels'),
    ranges: await partOf(entity, id, 'cepRanges'),
  }));
  registerRead(
    app,
    context,
    calls.vat,
    async ({ entity }, { id }) => (await findVersion(pool, scopeOf(entity), id)).settings.vat,
  );

  const asked = async (entity: Country, input: Parameters<typeof versionFor>[2]): Promise<KnownVersion> => {
    if (input.id === undefined && input.channelId === undefined)
      throw badRequest('id or channelId: name a version by its id, or a channel');
    return versionFor(pool, scopeOf(entity), input);
  };
  registerRead(app, context, calls.esfCalculateType, async ({ entity }, input) => {
    const { id, settings } = await asked(entity, input);
    return { id, esfCalculateType: settings.esfArea };
  });
  registerRead(app, context, calls.calculateType, async ({ entity }, input) => {
    const { id, settings } = await asked(entity, input);
    return { id, esfCalculateType: settings.esfArea, asfCalculateType: settings.asfArea };
  });
  registerRead(app, context, calls.extraFeeFlags, async ({ entity }, input) => {
    const version = await asked(entity, input);
    const types = new Set(
      version.hash === null
        ? (await readPart(pool, version.id, 'extraFees')).map(({ type }) => type)
        : (await tables.rows(pool, version.hash)).extraFees.map(({ type }) => type),
    );
    return {
      id: version.id,
      remote: types.has('remote'),
      cod: types.has('cod'),
      additional: types.has('additional'),
      fuel: types.has('fuel'),
      cepRisk: version.rows.cepRanges > 0,
      volume: version.rows.volumeFees > 0,
    };
  });

  registerRead(app, context, calls.table, async ({ entity }, { id }) => {
    const version = await findVersion(pool, scopeOf(entity), id);
    const rows = Object.fromEntries(
      await Promise.all(PARTS.map(async part => [part, await partOf(entity, id, part)] as const)),
    );
    return { version: shown(version), rows: rows as never };
  });

  registerRaw(app, context, calls.sealed, async ({ entity, reply }, { hash }) => {
    const { rowCount } = await pool.query({
      name: 'rate-sealed-of',
      text: 'SELECT 1 FROM rate_versions WHERE hash = $1 AND family = $2 AND country = $3 LIMIT 1',
      values: [hash, familyNo(family), entity],
    });
    const body = rowCount ? await readSealed(pool, hash) : null;
    if (!body) throw notFound('There is no sealed rate table with this name in this country. Open the version again.');
    // The file is named after its hash and never changes. It is private, because a shared cache does not know
    // permissions.
    return reply
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('etag', `"${hash}"`)
      .header('vary', 'cookie')
      .type('application/octet-stream')
      .send(body);
  });

  registerRead(app, context, calls.findings, async ({ entity }, { id }) => {
    const version = await findVersion(pool, scopeOf(entity), id);
    const rows = await allRows(pool, version);
    const coverage = await coverageOf(pool, entity, version.channelId, rows);
    const list = await refusingInPauses(findingsInSteps(rows, coverage));
    return { complete: isComplete(list), list };
  });

  registerRead(app, context, calls.compare, async ({ entity }, input) => {
    const [before, after] = [
      await findVersion(pool, scopeOf(entity), input.before),
      await findVersion(pool, scopeOf(entity), input.after),
    ];
    const compared = await inPauses(compareInSteps(await allRows(pool, before), await allRows(pool, after)));
    return {
      settings: [...compared.settings] as never,
      rows: compared.rows.slice(0, COMPARED_MOST) as never,
      counts: changeCounts(compared),
      total: compared.rows.length,
    };
  });

  const at = (scope: Omit<RateScope, 'family'>): RateScope => ({ ...scope, family });
  registerWrite(app, context, calls.importAddresses, {
    apply: (db, input, scope) => bringRows(db, at(scope), 'addresses', input),
  });
  registerWrite(app, context, calls.importFees, {
    apply: (db, input, scope) => bringRows(db, at(scope), 'fees', input),
  });
  registerWrite(app, context, calls.importVolumeFees, {
    apply: (db, input, scope) => bringRows(db, at(scope), 'volumeFees', input),
  });
  registerWrite(app, context, calls.updateRemoteFees, {
    apply: (db, input, scope) => {
      const changes = ofTypes(input.rows, ['remote']);
      const whole = () => wholeFees(db, input, changes);
      return bringRows(db, at(scope), 'extraFees', { ...input, rows: [] }, { only: { type: 'remote' }, whole });
    },
  });
  registerWrite(app, context, calls.createCodFees, {
    apply: (db, input, scope) =>
      bringRows(db, at(scope), 'extraFees', { ...input, rows: ofTypes(input.rows, ['cod']) }, { way: 'create' }),
  });
  registerWrite(app, context, calls.createAdditionalFee, {
    apply: (db, { id, ...row }, scope) =>
      bringRows(db, at(scope), 'extraFees', { id, rows: ofTypes([row], ['additional', 'fuel']) }, { way: 'create' }),
  });
  registerWrite(app, context, calls.deleteExtraFees, {
    apply: (db, input, scope) => dropRows(db, at(scope), 'extraFees', input),
  });
  registerWrite(app, context, calls.refreshBounds, {
    apply: (db, { id }, scope) => {
      // Read while the draft is locked, so that concurrent changes are not lost.
      const whole = async () => {
        const { settings } = await findVersion(db, at(scope), id);
        const rows = await readPart(db, id, 'extraFees');
        return rows.flatMap(row => {
          const refreshed = withBounds(row, settings.currency);
          return refreshed.min === row.min && refreshed.max === row.max ? [] : [refreshed];
        });
      };
      return bringRows(db, at(scope), 'extraFees', { id, rows: [] }, { whole });
    },
  });
  registerWrite(app, context, calls.apply, { apply: (db, input, scope) => applyCells(db, at(scope), input) });
}

/** The rows of a sealed file in the form that reads of a part return. They never change, so each row has version 1. */
function sealedPart<P extends Part>(rows: RateRows, part: P, { kind, code, type }: RowsAsked): StoredPartRow<P>[] {
  const own = rows[part] as readonly (PartRow<P> & { kind?: string; code?: string; type?: string })[];
  return own
    .filter(
      row =>
        (kind === undefined || row.kind === kind) &&
        (code === undefined || row.code === code) &&
        (type === undefined || row.type === type),
    )
    .map(row => ({ ...row, version: 1 }));
}

/** @throws ApiError 400 if a row has a type that the call does not accept */
function ofTypes<R extends Pick<ExtraFeeRow, 'type' | 'code'>>(
  rows: readonly R[],
  types: readonly ExtraFeeRow['type'][],
): readonly R[] {
  const other = rows.find(({ type }) => !types.includes(type));
  if (other) throw badRequest(`type: must be ${types.join(' or ')} here, and ${other.code} is ${other.type}`);
  return rows;
}

/** Rounds the bounds of a fee to payable amounts, and puts the lower bound first. */
function withBounds(row: ExtraFeeRow, currency: Currency): ExtraFeeRow {
  const round = (value: number | null) => value && roundTo(value, currency);
  const [low, high] = [round(row.min), round(row.max)];
  const turned = low !== null && high !== null && low > high;
  return { ...row, min: turned ? high : low, max: turned ? low : high };
}

const AMOUNTS = ['fixed', 'ppm', 'min', 'max'] as const;

/**
 * Completes changed fees with the values that the changes omit: those in the draft, or the defaults if the fee is new
 * or all fees are replaced.
 */
async function wholeFees(
  db: Queryable,
  { id, replace }: { id: number; replace: boolean },
  changes: readonly ExtraFeeChange[],
): Promise<ExtraFeeRow[]> {
  const isWhole = (row: ExtraFeeChange): boolean => AMOUNTS.every(name => row[name] !== undefined);
  const known =
    replace || changes.every(isWhole)
      ? []
      : (await lockRows(db, id, 'extraFees', changes)).map(({ row }): [string, ExtraFeeRow] => [
          keyOfPart('extraFees', row),
          row,
        ]);
  const byKey = new Map(known);
  return changes.map(row => {
    const before = byKey.get(keyOfPart('extraFees', row as ExtraFeeRow));
    const { fixed = before?.fixed ?? null, ppm = before?.ppm ?? null } = row;
    const { min = before?.min ?? null, max = before?.max ?? null } = row;
    return { ...row, fixed, ppm, min, max };
  });
}
