import * as z from 'zod/mini';
import { defineCall, type CallDefinition, type Method } from '../call.ts';
import { filterText, listOf, listPaging, recordId, version } from '../common.ts';
import { recordChange } from '../history.ts';
import { APPLY_CALLS } from './apply.ts';
import {
  addressRow,
  areaKind,
  areaCode,
  cepLevelRow,
  cepRangeRow,
  extraFeeChange,
  extraFeeRow,
  feeRow,
  nameRow,
  rowKey,
  settingsChange,
  stored,
  vat,
  versionId,
  volumeFeeRow,
} from './rows.ts';
import {
  FAMILY_BASE,
  FAMILY_FEATURE,
  FAMILY_ID,
  comparison,
  end,
  finding,
  instant,
  measures,
  parcel,
  quotedBy,
  quoteResult,
  rateChannelRow,
  rateVersionRow,
  remark,
  versionName,
  type Family,
} from './versions.ts';

/**
 * The calls of rate tables (RATE-10 to RATE-18). Each exists twice, with separate data: below /rate_table, and below
 * /rate_table/third-party-fee (FEE-1, G95). Reads use GET and writes use POST (G96), except that a read with a parcel
 * as its input also uses POST.
 */

/** The maximum number of rows in one call; files may have more. */
export const ROWS_MOST = 5_000;
/** The maximum number of parcels in one call. */
export const PARCELS_MOST = 1_000;
/** The maximum number of parcels whose quotes a single call explains. */
export const EXPLAINED_MOST = 100;
/** The permission to set the start of a version in the past. */
export const backdateRight = (family: Family): string => `${FAMILY_FEATURE[family]}.maintenance`;

/**
 * The version of the draft on which a change is based (OB8). A change to name, settings or times conflicts only with
 * later changes of the same kind; submitting, deleting, and replacing all rows conflict with any later change.
 */
const draft = { id: versionId, version };
/**
 * For changes to rows that are identified by their keys: all other rows are kept, so the draft's version is not
 * required.
 */
const rowsOf = { id: versionId };

/** A page of one part's rows. */
const rowsOfVersion = { id: versionId, kind: z.optional(areaKind), code: z.optional(areaCode), ...listPaging };

/**
 * Rows to write. With `replace`, they replace all rows of the part. Otherwise, a row with an existing key overwrites
 * that row, and all others are added.
 */
const broughtRows = <S extends z.ZodMiniType>(row: S) =>
  z.object({
    ...rowsOf,
    /** Required when replacing all rows. */
    version: z.optional(version),
    replace: z._default(z.boolean(), false),
    rows: z.array(row).check(z.minLength(1), z.maxLength(ROWS_MOST)),
  });
/** The version after the change, and the number of rows added, changed and removed. */
const broughtResult = z.object({ version: rateVersionRow, added: z.int(), changed: z.int(), removed: z.int() });

const tableRows = z.object({
  names: z.array(stored(nameRow)),
  addresses: z.array(stored(addressRow)),
  fees: z.array(stored(feeRow)),
  volumeFees: z.array(stored(volumeFeeRow)),
  extraFees: z.array(stored(extraFeeRow)),
  cepLevels: z.array(stored(cepLevelRow)),
  cepRanges: z.array(stored(cepRangeRow)),
});

/**
 * The version to quote with, specified by id; or the channel's version in effect at an instant, which defaults to now.
 */
const whichVersion = {
  id: z.optional(versionId),
  channelId: z.optional(recordId),
  /** Epoch seconds: the order time for ESF, the pickup time for ASF. */
  at: z.optional(instant),
};

const moneyText = z.string();

export function rateTableCalls(family: Family) {
  const feature = FAMILY_FEATURE[family];
  const what = family === 'rate' ? 'rate table' : 'third-party fee table';
  const path = (rest: string) => `${FAMILY_BASE[family]}${rest}`;
  const read = <const K extends string, I extends z.ZodMiniType, O extends z.ZodMiniType>(
    name: K,
    rest: string,
    input: I,
    output: O,
    summary: string,
    more: Partial<Pick<CallDefinition, 'aliases' | 'costly' | 'paging' | 'offline' | 'method'>> = {},
  ): CallDefinition<I, O> =>
    defineCall({
      id: `${FAMILY_ID[family]}.${name}`,
      method: 'GET' as Method,
      path: path(rest),
      input,
      output,
      permission: `${feature}.read`,
      offline: 'network',
      summary,
      ...more,
    } as CallDefinition<I, O>);
  const write = <const K extends string, I extends z.ZodMiniType, O extends z.ZodMiniType>(
    name: K,
    rest: string,
    input: I,
    output: O,
    summary: string,
  ): CallDefinition<I, O> =>
    defineCall({
      id: `${FAMILY_ID[family]}.${name}`,
      method: 'POST',
      path: path(rest),
      input,
      output,
      permission: `${feature}.write`,
      offline: 'network',
      summary,
    });

  return {
    // Calls about channels (RATE-11, RATE-18).
    queryChannels: read(
      'channels',
      '/v2/rate_channel/query',
      z.object({
        name: z.optional(filterText),
        channelId: z.optional(recordId),
        /** Only channels that have a rate table, or only those without one. */
        hasRateTable: z.optional(z.union([z.stringbool(), z.boolean()])),
        ...listPaging,
      }),
      z.extend(listOf(rateChannelRow), {
        /**
         * Which service was unavailable (the product service), and why. If it was, the list contains only channels with
         * a rate table.
         */
        missing: z.nullable(z.object({ service: z.string(), message: z.string() })),
      }),
      `Lists the channels of the product list with their ${what}; if the product service is down, only those that have one (RATE-11, RATE-18)`,
      { paging: 'offset', offline: 'cached' },
    ),
    channelIds: read(
      'channelIds',
      '/v2/channelIds',
      z.object({}),
      z.object({ channelIds: z.array(recordId) }),
      `Lists ids of the channels that may have a ${what} (RATE-11)`,
    ),
    listRateChannels: read(
      'rateChannelIds',
      '/v2/list_rate_channel_id',
      z.object({}),
      z.object({ list: z.array(z.object({ channelId: recordId, channelName: z.string() })) }),
      `Lists channels that have a ${what} (RATE-11)`,
    ),
    // Calls about versions (RATE-10, RATE-12).
    baseInfos: read(
      'versions',
      '/v2/base_info',
      z.object({ channelId: z.optional(recordId), id: z.optional(versionId), ...listPaging }),
      listOf(rateVersionRow),
      `Lists versions of a channel's ${what}, newest first (RATE-12)`,
      { aliases: [path('/v2/base_info/get')], paging: 'offset', offline: 'cached' },
    ),
    createBaseInfo: write(
      'create',
      '/v2/base_info/create',
      z.object({
        channelId: recordId,
        name: z._default(versionName, ''),
        remark: z._default(remark, ''),
        settings: z._default(settingsChange, {}),
      }),
      rateVersionRow,
      `Creates an empty draft of a channel's ${what} (RATE-10)`,
    ),
    updateBaseInfo: write(
      'update',
      '/v2/base_info/update',
      z.object({ ...draft, name: z.optional(versionName), remark: z.optional(remark) }),
      rateVersionRow,
      'Changes name and remark of a draft (RATE-12)',
    ),
    deleteBaseInfo: write(
      'delete',
      '/v2/base_info/delete',
      z.object(draft),
      z.object({ id: versionId, deleted: z.boolean() }),
      'Deletes a draft with its rows (RATE-10)',
    ),
    detail: read(
      'detail',
      '/v2/basic-info/detail',
      z.object({ id: versionId }),
      rateVersionRow,
      'Returns one version with its settings and how many rows its parts have (RATE-12)',
      { offline: 'cached' },
    ),
    updateBasicInfo: write(
      'updateSettings',
      '/v2/basic-info/update',
      z.object({ ...draft, settings: settingsChange }),
      rateVersionRow,
      'Changes settings of a draft: areas, weight rule, VAT, taxable lines (RATE-12)',
    ),
    submit: write(
      'submit',
      '/v2/basic-info/submit',
      z.object(draft),
      rateVersionRow,
      'Checks that a draft is complete and seals it into one file named by its hash (RATE-10)',
    ),
    copy: write(
      'copy',
      '/v2/basic-info/copy',
      z.object({ id: versionId, name: z._default(versionName, '') }),
      rateVersionRow,
      'Creates a draft from any version (RATE-10)',
    ),
    setTime: write(
      'setTime',
      '/v2/set-time',
      z.object({ ...draft, activeFrom: z.union([z.literal(''), z.nullable(instant)]), remark: z._default(remark, '') }),
      rateVersionRow,
      'Sets when a submitted version takes effect; null or an empty text withdraws it. A past time requires a permission and a remark (RATE-10)',
    ),
    // Calls about addresses, basic fees and volume fees (RATE-13).
    addresses: read(
      'addresses',
      '/v2/calculation-address',
      z.object(rowsOfVersion),
      listOf(stored(addressRow)),
      'Returns the zone or route of each origin and destination (RATE-13)',
      { paging: 'offset' },
    ),
    importAddresses: write(
      'importAddresses',
      '/v2/calculation-address/import',
      broughtRows(addressRow),
      broughtResult,
      'Imports calculation addresses into a draft (RATE-13)',
    ),
    fees: read(
      'fees',
      '/v2/basic-shipping-fees',
      z.object(rowsOfVersion),
      listOf(stored(feeRow)),
      'Lists basic fees by zone or route and weight (RATE-13)',
      { paging: 'offset' },
    ),
    importFees: write(
      'importFees',
      '/v2/basic-shipping-fees/import',
      broughtRows(feeRow),
      broughtResult,
      'Imports basic fees into a draft (RATE-13)',
    ),
    volumeFees: read(
      'volumeFees',
      '/v2/parcel-volume-fees',
      z.object(rowsOfVersion),
      listOf(stored(volumeFeeRow)),
      'Lists fees by the volume of a parcel (RATE-13)',
      { paging: 'offset' },
    ),
    importVolumeFees: write(
      'importVolumeFees',
      '/v2/parcel-volume-fees/import',
      broughtRows(volumeFeeRow),
      broughtResult,
      'Imports volume fees into a draft (RATE-13)',
    ),
    // Calls about names, CEP risk, VAT and calculation types (RATE-14).
    routeNames: read(
      'routeNames',
      '/v3/routenames',
      z.object({ id: versionId }),
      z.object({ list: z.array(stored(nameRow)) }),
      'Lists names of the routes of a version (RATE-14)',
      { aliases: [path('/v2/routenames')] },
    ),
    zoneNames: read(
      'zoneNames',
      '/v2/zonenames',
      z.object({ id: versionId }),
      z.object({ list: z.array(stored(nameRow)) }),
      'Lists names of the zones of a version (RATE-14)',
    ),
    cepRisk: read(
      'cepRisk',
      '/v2/cepRiskAdditionLevel',
      z.object({ id: versionId }),
      z.object({ levels: z.array(stored(cepLevelRow)), ranges: z.array(stored(cepRangeRow)) }),
      'Returns what each CEP risk level adds, and the level of each range of CEPs (RATE-14)',
    ),
    vat: read('vat', '/v2/vat', z.object({ id: versionId }), vat, 'Returns the VAT of a version (RATE-14)', {
      aliases: [path('/v2/vat/get')],
    }),
    updateVat: write(
      'updateVat',
      '/v2/vat/update',
      z.object({ ...draft, ...vat.shape }),
      rateVersionRow,
      'Changes the VAT of a draft (RATE-14)',
    ),
    esfCalculateType: read(
      'esfCalculateType',
      '/v2/get_esf_calculate_type',
      z.object(whichVersion),
      z.object({ id: versionId, esfCalculateType: areaKind }),
      'Returns whether ESF is calculated by zone or by route (RATE-14)',
    ),
    calculateType: read(
      'calculateType',
      '/v2/get_calculate_type',
      z.object(whichVersion),
      z.object({ id: versionId, esfCalculateType: areaKind, asfCalculateType: areaKind }),
      'Returns whether ESF and ASF are calculated by zone or by route, by id or channelId (RATE-14)',
    ),
    // Calls about extra fees (RATE-15).
    extraFees: read(
      'extraFees',
      '/get_extra_fee',
      z.object({ id: versionId, type: z.optional(extraFeeRow.shape.type), ...listPaging }),
      listOf(stored(extraFeeRow)),
      'Lists extra fees: remote, COD, additional and fuel (RATE-15)',
      { paging: 'offset' },
    ),
    extraFeeFlags: read(
      'extraFeeFlags',
      '/get_extra_fee_flag',
      z.object(whichVersion),
      z.object({
        id: versionId,
        remote: z.boolean(),
        cod: z.boolean(),
        additional: z.boolean(),
        fuel: z.boolean(),
        cepRisk: z.boolean(),
        volume: z.boolean(),
      }),
      'Returns the fees of a version other than the basic ones (RATE-15)',
    ),
    deleteExtraFees: write(
      'deleteExtraFees',
      '/extra_fee/delete',
      z.object({ ...rowsOf, keys: z.array(rowKey).check(z.minLength(1), z.maxLength(ROWS_MOST)) }),
      broughtResult,
      'Deletes extra fees of a draft by their keys, all or none (RATE-15)',
    ),
    refreshBounds: write(
      'refreshBounds',
      '/extra_fee/refresh_bound',
      z.object(rowsOf),
      broughtResult,
      'Rounds minimum and maximum of all extra fees of a draft to amounts that can be paid in its currency, and swaps a pair that is in the wrong order (RATE-15)',
    ),
    // Calls that write fees, and the calculation of a test parcel (RATE-16).
    updateRemoteFees: write(
      'updateRemoteFees',
      '/remote_fee/mass_update',
      broughtRows(extraFeeChange),
      broughtResult,
      'Imports remote fees into a draft (RATE-16)',
    ),
    createCodFees: write(
      'createCodFees',
      '/cod_fee/mass_create',
      z.object({ ...rowsOf, rows: z.array(extraFeeRow).check(z.minLength(1), z.maxLength(ROWS_MOST)) }),
      broughtResult,
      'Adds COD fees to a draft, all or none (RATE-16)',
    ),
    createAdditionalFee: write(
      'createAdditionalFee',
      '/additional_fee/create',
      z.object({ ...rowsOf, ...extraFeeRow.shape }),
      broughtResult,
      'Adds an additional or fuel fee to a draft (RATE-16)',
    ),
    testFee: read(
      'test',
      '/test_shipping_fee',
      z.object({ ...whichVersion, parcel }),
      z.object({ by: quotedBy, esf: quoteResult, asf: quoteResult }),
      'Calculates what a parcel costs under a version, with the row and the arithmetic of each line; a missing fee is a valid result (RATE-16)',
      { method: 'POST' },
    ),
    // The history of a channel's versions (RATE-17).
    history: read(
      'history',
      '/rate_channel/history/{id}',
      z.object({ id: recordId, ...listPaging }),
      listOf(recordChange),
      `Returns who changed the ${what} of a channel, when and from what to what, newest first; id is the channel's (RATE-17)`,
      { paging: 'offset' },
    ),
    // Calls that the documents do not define.
    table: read(
      'rows',
      '/v2/rows',
      z.object({ id: versionId }),
      z.object({ version: rateVersionRow, rows: tableRows }),
      'Lists all rows of a version, with their versions',
      { costly: 'page' },
    ),
    apply: APPLY_CALLS[family],
    findings: read(
      'findings',
      '/v2/findings',
      z.object({ id: versionId }),
      z.object({ complete: z.boolean(), list: z.array(finding) }),
      'Returns what keeps a version from being complete, each with its row',
      { costly: 'check' },
    ),
    compare: read(
      'compare',
      '/v2/compare',
      z.object({ before: versionId, after: versionId }),
      comparison,
      'Returns what changes from one version to another, largest changes first',
      { costly: 'check' },
    ),
    sealed: read(
      'sealed',
      '/v2/sealed/{hash}',
      z.object({
        hash: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 hash: 64 digits and letters from a to f')),
      }),
      z.unknown(),
      'Returns the sealed file of a submitted version (domain/rates/sealed), always the same bytes',
    ),
    quotes: read(
      'quotes',
      '/v2/quotes',
      z.object({
        ...whichVersion,
        kind: z._default(z.enum(['esf', 'asf']), 'esf'),
        /** Whether to return fee lines with their rows and calculations, for at most a hundred parcels. */
        explain: z._default(z.boolean(), false),
        parcels: z.array(parcel).check(z.minLength(1), z.maxLength(PARCELS_MOST)),
      }),
      z.object({ by: quotedBy, list: z.array(quoteResult) }),
      'Calculates what many parcels cost under one version',
      { method: 'POST', costly: 'check' },
    ),
    cheapest: read(
      'cheapest',
      '/v2/cheapest',
      z.object({
        origin: z._default(end, {}),
        destination: end,
        declared: measures,
        orderValue: parcel.shape.orderValue,
        cod: parcel.shape.cod,
        shopGroup: parcel.shape.shopGroup,
        at: z.optional(instant),
      }),
      z.object({
        list: z.array(
          z.object({
            channelId: recordId,
            channelName: z.string(),
            by: z.nullable(quotedBy),
            quote: z.nullable(quoteResult),
            /** The reason why there is no quote. */
            reason: z.string(),
            served: z.enum(['yes', 'no', 'open']),
            /** Minimum and maximum number of days from handover to delivery; null if unknown. */
            leadTime: z.nullable(z.object({ min: z.int(), max: z.int() })),
          }),
        ),
      }),
      'Lists channels that serve an address, with fee and lead time, cheapest first',
      { method: 'POST', costly: 'check' },
    ),
    whatIf: read(
      'whatIf',
      '/v2/what-if',
      z.object({
        id: versionId,
        /** The version to compare with; defaults to the version in effect at the time of each order. */
        against: z.optional(versionId),
      }),
      z.object({
        currency: z.string(),
        orders: z.int(),
        /** Epoch seconds of the first and last order. */
        from: z.nullable(z.int()),
        until: z.nullable(z.int()),
        /**
         * Sums are integers in e5, as strings. An order that lacks a fee in either version is excluded from both sums.
         */
        zones: z.array(
          z.object({
            area: z.string(),
            /** The zone's or route's name; empty if it has none. */
            name: z.string(),
            orders: z.int(),
            before: moneyText,
            after: moneyText,
            missing: z.int(),
          }),
        ),
        before: moneyText,
        after: moneyText,
        /** The number of orders that had no fee before but have one under the draft. */
        unpriced: z.int(),
        /** The hundred orders whose fee changes most. */
        most: z.array(
          z.object({
            orderId: z.string(),
            at: z.int(),
            destinationId: z.int(),
            grams: z.int(),
            area: z.nullable(z.string()),
            before: z.int(),
            after: z.int(),
          }),
        ),
        /** The number of orders that have no fee under the draft, and the first hundred of them. */
        missing: z.int(),
        without: z.array(
          z.object({
            orderId: z.string(),
            at: z.int(),
            destinationId: z.int(),
            grams: z.int(),
            before: z.nullable(z.int()),
            text: z.string(),
          }),
        ),
      }),
      'Returns what a draft would change: a month of orders priced by it and by the version in effect, per zone, with the parcels that change most and those without a fee',
      { costly: 'check' },
    ),
  } as const;
}

/** The calls of both families. */
export const RATE_TABLE_CALLS = { rate: rateTableCalls('rate'), thirdParty: rateTableCalls('thirdParty') } as const;

/** All calls except Apply, which is in the registry because the queue sends it. */
export const ALL_RATE_TABLE_CALLS: readonly CallDefinition[] = (
  Object.values(RATE_TABLE_CALLS).flatMap(calls => Object.values(calls)) as unknown as CallDefinition[]
).filter(({ write }) => write === undefined);
