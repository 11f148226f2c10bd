import {
  AREA_CHOICES,
  IMPORT_KINDS,
  importRowProblem,
  RULE_CHOICES,
  type ImportKind,
} from '../../domain/rates/importRows.ts';
import { E5, PPM } from '../../domain/rates/money.ts';
import { AMOUNT_MOST, INT4_MOST, KILOGRAMS_MOST, SHARE_MOST } from '../../domain/rates/rowRules.ts';
import { MOST_MILLIMETERS } from '../../domain/rates/weightRule.ts';
import { SHOP_GROUP_WORDS } from '../../domain/shops.ts';
import { channel } from '../fields/channel.ts';
import { choice } from '../fields/choice.ts';
import { flag } from '../fields/flag.ts';
import { length } from '../fields/length.ts';
import { money } from '../fields/money.ts';
import { number } from '../fields/number.ts';
import { rate } from '../fields/rate.ts';
import { text } from '../fields/text.ts';
import { weight } from '../fields/weight.ts';
import type { Field } from '../fields/all.ts';
import { FAMILY_BASE, FAMILY_FEATURE, FAMILY_ID, type Family } from '../rateTable/versions.ts';
import type { Resource } from '../resource.ts';
import { resourceById } from '../resources/all.ts';

/**
 * Files that are imported into drafts of rate tables, declared as imports (TASK-1, RATE-13, RATE-16). A version's rows
 * are not a declared resource, because they are first cells of a draft and later part of a sealed file; these
 * declarations describe only the files. Each is declared for both families (FEE-1, G95).
 */

/** A price list is a file of basic fees that is stored and validated, and imported on request (PRICE-1). */
export const PRICE_LIST = 'priceList';
export type FileKind = ImportKind | typeof PRICE_LIST;
export const FILE_KINDS: readonly FileKind[] = [...IMPORT_KINDS, PRICE_LIST];

/** The kind of import to which the rows in a kind of file belong. */
export const rowsOfKind = (kind: FileKind): ImportKind => (kind === PRICE_LIST ? 'priceListEnhanced' : kind);

const FAMILIES: readonly Family[] = ['rate', 'thirdParty'];
/** The import id of a kind of file. */
export const rateImportId = (family: Family, kind: FileKind): string => `${FAMILY_ID[family]}.${kind}`;
/** The folder of the task calls (G94). */
export const TASKS = 'async_task';

/** The maximum lengths of the code and name of a zone or route. */
const CODE_MOST = 64;
const NAME_MOST = 128;

interface Declared {
  /** The display name of a task that imports this kind of file. */
  name: string;
  /** The last path segment of the call that imports this kind of file. */
  path: string;
  fields: Readonly<Record<string, Field>>;
  /** The fields that identify a row, in addition to channel and version. */
  key: readonly string[];
  /** The file's columns, in addition to channel and version; defaults to all fields. */
  columns?: readonly string[];
}

const area = () => choice('Area', AREA_CHOICES, { initial: 1, width: 80 });
const code = (label: string) => text(label, { max: CODE_MOST });
const place = (label: string) => text(label, { max: 32 });
const grams = (label: string) => weight(label, { min: 0, max: KILOGRAMS_MOST });
const cubic = (label: string) => number(label, { min: 0, max: INT4_MOST });
const fee = (label: string) => money(label, { min: 0, max: AMOUNT_MOST / E5, empty: true, fractions: true });
const shopGroup = () => number('Shop Group', { min: -1, max: INT4_MOST, words: SHOP_GROUP_WORDS });
const ruleChoice = (label: string, name: keyof typeof RULE_CHOICES) =>
  choice(
    label,
    RULE_CHOICES[name].map(([, word], at) => ({ value: at + 1, label: word })),
    { initial: 1 },
  );

const feeFields = {
  area: area(),
  code: code('Code'),
  start: grams('Start Weight'),
  end: grams('End Weight'),
  fee: fee('Fee'),
  sides: length('Largest Sum of Sides', { min: 0.1, max: (3 * MOST_MILLIMETERS) / 10, empty: true }),
};
const extraFields = {
  place: place('Place'),
  shopGroup: shopGroup(),
  fixed: fee('Fixed Fee'),
  ppm: rate('Percentage', { min: 0, max: (SHARE_MOST / PPM) * 100, empty: true }),
  min: fee('Minimum'),
  max: fee('Maximum'),
  // Files do not have these two: an import keeps what a fee already has.
  name: text('Name', { max: NAME_MOST, optional: true }),
  of: text('Percent of', { max: NAME_MOST, optional: true }),
};
const EXTRA_COLUMNS = ['place', 'shopGroup', 'fixed', 'ppm', 'min', 'max'];
const endFields = { origin: place('Origin'), destination: place('Destination') };
const FEE_KEY = ['area', 'code', 'start'];

const DECLARED: Readonly<Record<ImportKind, Declared>> = {
  zoneCode: {
    name: 'Zone codes',
    path: 'import_zone_code',
    fields: { code: code('Zone Code'), name: text('Zone Name', { max: NAME_MOST }) },
    key: ['code'],
  },
  routeCode: {
    name: 'Route codes',
    path: 'import_route_code',
    fields: { code: code('Route Code'), name: text('Route Name', { max: NAME_MOST }) },
    key: ['code'],
  },
  originDestCode: {
    name: 'Origin-destination codes',
    path: 'import_origin_dest_code',
    fields: { ...endFields, code: code('Route Code') },
    key: ['origin', 'destination'],
  },
  cepZoneCode: {
    name: 'CEP zone codes',
    path: 'import_cep_zone_code',
    fields: { cepRange: text('CEP Range', { max: 32 }), origin: place('Origin'), code: code('Zone Code') },
    key: ['cepRange', 'origin'],
  },
  priceListEnhanced: {
    name: 'Price list with sizes',
    path: 'import_price_list_with_enhanced',
    fields: feeFields,
    key: FEE_KEY,
  },
  priceListWeightRule: {
    name: 'Price list weight rules',
    path: 'import_price_list_weight_rule',
    fields: {
      sizeRounding: ruleChoice('Size Rounding', 'sizeRounding'),
      divisor: number('Divisor', { min: 1, max: 100_000 }),
      cubic: ruleChoice('Cubic Weight Counts', 'cubic'),
      threshold: grams('Threshold'),
      step: weight('Step', { min: 0.001, max: KILOGRAMS_MOST }),
      rounding: ruleChoice('Rounding', 'rounding'),
      tolerance: grams('Tolerance'),
      minimum: grams('Minimum Weight'),
      bound: ruleChoice('Bound Belongs To', 'bound'),
      tiers: flag('Tiers by Sum of Sides'),
    },
    key: [],
  },
  basicShippingFee: {
    name: 'Basic shipping fees',
    path: 'import_basic_shipping_fee',
    fields: feeFields,
    key: FEE_KEY,
    columns: ['area', 'code', 'start', 'end', 'fee'],
  },
  calculationAddress: {
    name: 'Calculation addresses',
    path: 'import_calculation_address',
    fields: { area: area(), ...endFields, code: code('Code') },
    key: ['area', 'origin', 'destination'],
  },
  volumeFee: {
    name: 'Parcel volume fees',
    path: 'import_parcel_volume_fee',
    fields: {
      area: area(),
      code: code('Code'),
      start: cubic('Start Volume'),
      end: cubic('End Volume'),
      fee: fee('Fee'),
    },
    key: FEE_KEY,
  },
  remoteFee: {
    name: 'Remote fees',
    path: 'import_remote_fee',
    fields: extraFields,
    key: ['place', 'shopGroup'],
    columns: EXTRA_COLUMNS,
  },
  codFee: {
    name: 'COD fees',
    path: 'import_cod_fee',
    fields: extraFields,
    key: ['place', 'shopGroup'],
    columns: EXTRA_COLUMNS,
  },
};

/** The display name of a task of a given kind. */
export const kindName = (kind: FileKind): string => DECLARED_OF(kind).name;

const DECLARED_OF = (kind: FileKind): Pick<Declared, 'name'> =>
  kind === PRICE_LIST ? { name: 'Price list' } : DECLARED[kind];

const versionFields = {
  channelId: channel('Channel ID', { width: 96, always: true }),
  versionNo: number('Version', { min: 1, max: INT4_MOST, width: 80 }),
};

/** The path of the call that starts an import of a given kind. */
const pathOf = (family: Family, kind: FileKind): string =>
  kind === PRICE_LIST
    ? `${FAMILY_BASE[family]}/price_list/upload`
    : `${FAMILY_BASE[family]}/${TASKS}/${DECLARED[kind].path}`;

function resourceOfKind(family: Family, kind: FileKind): Resource {
  const { fields, key, columns = Object.keys(fields) } = DECLARED[rowsOfKind(kind)];
  const name = kindName(kind);
  const path = pathOf(family, kind);
  const named = ['channelId', 'versionNo', ...key];
  return {
    id: rateImportId(family, kind),
    // The name under which imports lock and count a family's drafts and record deletions from them.
    collection: `${FAMILY_ID[family]}Rows`,
    // Rows are not part of the feed.
    feed: 0,
    label: { one: name, many: name },
    feature: FAMILY_FEATURE[family],
    scope: 'none',
    fields: { ...versionFields, ...fields },
    key: named,
    order: named,
    edit: Object.keys(fields).filter(field => !key.includes(field)),
    filters: {},
    columns: ['channelId', 'versionNo', ...columns],
    title: row =>
      [
        `channel ${String(row['channelId'])}, version ${String(row['versionNo'])}`,
        ...key.map(part => String(row[part])),
      ].join(', '),
    problem: (values, entity) => importRowProblem(rowsOfKind(kind), values as never, entity),
    calls: {
      base: path,
      list: path,
      // A version's weight rule can be changed, but never deleted.
      delete: kind === 'priceListWeightRule' ? false : { path: `${path}/delete`, input: {} },
      import: path,
      export: path,
    },
  };
}

/** A family's kind of file, with the resource that describes its rows. */
export interface RateFile {
  family: Family;
  kind: FileKind;
  resource: Resource;
}

/** Every kind of file of both families. */
export const RATE_FILES: readonly RateFile[] = FAMILIES.flatMap(family =>
  FILE_KINDS.map(kind => ({ family, kind, resource: resourceOfKind(family, kind) })),
);

const BY_ID: ReadonlyMap<string, RateFile> = new Map(RATE_FILES.map(file => [file.resource.id, file]));

/** The kind of file with a given import id; undefined for any other import. */
export const rateFileById = (id: string): RateFile | undefined => BY_ID.get(id);

/** The resource of an import's records: either a declared one, or the one for rate table rows. */
export const importedResource = (id: string, resources?: readonly Resource[]): Resource | undefined =>
  resourceById(id, resources) ?? rateFileById(id)?.resource;
