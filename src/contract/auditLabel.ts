import { oncePer } from '../domain/oncePer.ts';
import { ADMINISTRATION, FEATURE, STATUS } from '../domain/permission.ts';
import { importsOf } from './imports/calls.ts';
import { canDelete, deletionPath, updatesOf, type Resource } from './resource.ts';
import { RATE_FILES } from './rateImports/resources.ts';
import { FAMILIES, FAMILY_BASE, type Family } from './rateTable/versions.ts';
import { RESOURCES } from './resources/all.ts';

/**
 * Describes an audit entry in plain language (channels spec 2.7; LOG-5 to LOG-17). An entry stores the URL and body of
 * the call; everything else on the log page, except the person and the time, is derived from them. Labels for a
 * declared resource's calls are derived from its declaration; the others are defined here.
 */

/**
 * "Get" is only used for the slug get, which counts as a write operation (G28) although none of the four verbs fits it.
 * "View" is used for a read that is logged although it changes nothing.
 */
export type AuditKind = 'Create' | 'Edit' | 'Delete' | 'Import' | 'View' | 'Get' | 'Others';

/** Shown in the log for an unrecognized call (LOG-9, G30). */
export const OTHERS_LABEL = 'Others (Please contact devs team for details.)';

/** Paths (below /api) of recognized writes for which the specification states only a purpose (G27, G86, G87, G91). */
export const AUDITED_PATH = {
  channelPermissionUpdate: '/sls/channelConfig/permission/update',
  nonIntegratedRegister: '/sls/nonIntegratedChannel/register',
  slugGet: '/sls/slug/get',
  slugCreate: '/sls/slug/create',
  slugUpdate: '/sls/slug/update',
  slugDelete: '/sls/slug/delete',
  nonWorkingDayStatus: '/sls/nonWorkingDays/status/update',
  timeslotCreateOrUpdate: '/lcs/timeslot/create_or_update',
} as const;

type Body = Readonly<Record<string, unknown>>;

/** Whether a write undoes a bulk change or redoes an undone one. */
export const takesBack = ({ reverts }: Body): boolean => typeof reverts === 'string';

/** Whether a write redoes an undone change. */
export const isAgain = (body: Body): boolean => takesBack(body) && body['again'] === true;

/**
 * Whether a status write counts as a deletion: it sets the deleted status on one or more records, or undoes such a
 * write.
 */
function disables(body: Body): boolean {
  const { status, set, undoes } = body;
  const own = isBody(undoes) ? undoes['status'] : isBody(set) ? set['status'] : status;
  return Number(own) === (takesBack(body) && !isAgain(body) ? STATUS.normal : STATUS.disabled);
}

type Verb = Exclude<AuditKind, 'Others'>;

/**
 * The verb for a call. The undo of an import is not labeled as an import, and the undo of a deletion is labeled as a
 * creation (LOG-10).
 */
function done(verb: Verb, body: Body): Verb {
  if (!takesBack(body)) return verb;
  return verb === 'Import' ? 'Edit' : verb === 'Delete' && !isAgain(body) ? 'Create' : verb;
}

interface Operation {
  kind: Verb | ((body: Body) => Verb);
  /** The kind of data, as appended to the verb; '' if LOG-10 defines none and the label is the verb alone (G89). */
  suffix: string;
}

const bare = (path: string, kind: Operation['kind']): [string, Operation] => [path, { kind, suffix: '' }];

/** How the log names the two price families (FEE-1). */
const RATE_LOG_NAME: Readonly<Record<Family, string>> = { rate: 'Rate Table', thirdParty: 'Third-party Fee' };

/** The write calls of rate tables and third-party fees (RATE-10 to RATE-16), which have no declaration. */
const RATE_TABLE_LOG: readonly [string, Operation][] = FAMILIES.map(
  family => [FAMILY_BASE[family], RATE_LOG_NAME[family]] as const,
).flatMap(([base, name]) =>
  (
    [
      ['/v2/base_info/create', 'Create', 'Version'],
      ['/v2/base_info/update', 'Edit', 'Version'],
      ['/v2/base_info/delete', 'Delete', 'Version'],
      ['/v2/basic-info/update', 'Edit', 'Settings'],
      ['/v2/basic-info/submit', 'Edit', 'Submission'],
      ['/v2/basic-info/copy', 'Create', 'Copy'],
      ['/v2/set-time', 'Edit', 'Time'],
      ['/v2/vat/update', 'Edit', 'VAT'],
      ['/v2/cells/apply', 'Edit', 'Rows'],
      ['/v2/calculation-address/import', 'Import', 'Calculation Addresses'],
      ['/v2/basic-shipping-fees/import', 'Import', 'Basic Shipping Fees'],
      ['/v2/parcel-volume-fees/import', 'Import', 'Parcel Volume Fees'],
      ['/remote_fee/mass_update', 'Edit', 'Remote Fees'],
      ['/cod_fee/mass_create', 'Create', 'COD Fees'],
      ['/additional_fee/create', 'Create', 'Additional Fee'],
      ['/extra_fee/delete', 'Delete', 'Extra Fees'],
      ['/extra_fee/refresh_bound', 'Edit', 'Bounds of Extra Fees'],
      ['/async_task/delete', 'Delete', 'Import Task'],
      ['/price_list/delete', 'Delete', 'Price List'],
    ] as const
  ).map(([path, kind, suffix]): [string, Operation] => [`${base}${path}`, { kind, suffix: `${name} ${suffix}` }]),
);
const named = (kind: Operation['kind'], suffix: string, ...paths: string[]): [string, Operation][] =>
  paths.map(path => [path, { kind, suffix }]);

/** Operations of administration and notifications, by logged path, with placeholders for the variable segments. */
const OWN_PAGES: readonly [string, Operation][] = [
  ...named(({ email }) => (email === undefined ? 'Edit' : 'Create'), 'User', '/opa/users'),
  ...named('Edit', 'User', '/opa/users/{email}'),
  ...named('Delete', 'User', '/opa/users/{id}'),
  ...named('Import', 'User', '/opa/import/users'),
  ...named('View', 'User Menu', '/v2/ops/users/menu'),
  ...named('Edit', 'User', '/v2/ops/users/password-link', '/v2/ops/users/end-sessions'),
  ...named('Edit', 'Password', '/v2/ops/password'),
  ...named(({ created }) => (created === true ? 'Create' : 'Edit'), 'Administrator', '/v2/ops/users/admin-create'),
  ...named('Create', 'Entity', '/opa/entities'),
  ...named('Edit', 'Entity', '/opa/entities/{id}'),
  ...named('Create', 'Role', '/opa/entities/{id}/countryAdminRole', '/v2/ops/roles'),
  ...named('Edit', 'Role', '/v2/ops/roles/update'),
  ...named('Delete', 'Role', '/v2/ops/roles/delete'),
  ...named('Create', 'Module', '/opa/modules'),
  ...named(body => (Object.keys(body).length <= 1 ? 'Delete' : 'Edit'), 'Module', '/opa/modules/{id}'),
  ...named('Edit', 'Module', '/v2/ops/modules/move'),
  ...named('Create', 'Whitelist', '/v2/ops/whitelist/add'),
  ...named('Delete', 'Whitelist', '/v2/ops/whitelist/remove'),
  ...named('Create', 'Trigger Rule', '/v2/ops/notify/rules/create'),
  ...named(body => (body['deleted'] === true ? 'Delete' : 'Edit'), 'Trigger Rule', '/v2/ops/notify/rules/{id}'),
  ...named('Create', 'Notification Template', '/v2/ops/notify/templates/create'),
  ...named(
    body => (body['deleted'] === true ? 'Delete' : 'Edit'),
    'Notification Template',
    '/v2/ops/notify/templates/{id}',
  ),
  ...named('Create', 'User', '/scim/v2/Users'),
  ...named(({ active }) => (active === false ? 'Delete' : 'Edit'), 'User', '/scim/v2/Users/{id}'),
  ...named('Create', 'Group', '/scim/v2/Groups'),
  ...named(({ deleted }) => (deleted === true ? 'Delete' : 'Edit'), 'Group', '/scim/v2/Groups/{id}'),
  ...named('Create', 'User', '/oidc/Users'),
  ...named('Edit', 'User', '/oidc/Users/{id}'),
  ...named('Edit', 'Group Roles', '/v2/ops/scim/groups'),
  ...named('Edit', 'SCIM Token', '/v2/ops/scim/token'),
  ...named('Create', 'API Token', '/v2/ops/access/tokens/create'),
  ...named('Delete', 'API Token', '/v2/ops/access/tokens/revoke'),
  ...named('Delete', 'Session', '/v2/ops/access/sessions/end'),
  ...named('Create', 'Passkey', '/v2/ops/access/passkeys/add'),
  ...named('Edit', 'Passkey', '/v2/ops/access/passkeys/rename'),
  ...named('Delete', 'Passkey', '/v2/ops/access/passkeys/remove', '/v2/ops/users/remove-passkeys'),
  ...named('Create', 'Backup', '/v2/ops/system/backups'),
  ...named('Delete', 'Backup', '/v2/ops/system/backups/delete'),
  ...named('Delete', 'Log Entries', '/v2/ops/audit/retention'),
  ...named('Edit', 'Delivery', '/v2/ops/notify/deliveries/{id}/resend'),
];

/** Write calls of bills, layouts, disputes and credit notes, and the call that deletes many shops. */
const CALLS_BY_HAND: readonly [string, Operation][] = [
  ...named('Import', 'Bill', '/sls-ops/recon/submit'),
  ...named('Delete', 'Bill', '/recon/summary/delete'),
  ...named('Edit', 'Bill Remark', '/recon/summary/remark/update'),
  ...named(
    'Edit',
    'Parcel Status',
    '/recon/summary/classify/status/update',
    '/recon/order/status/update',
    '/v2/ops/recon/actions/status',
  ),
  ...named(
    'Edit',
    'Reconciliation',
    '/recon/summary/classify/re-recon',
    '/recon/order/re-recon',
    '/v2/ops/recon/actions/recon',
    '/v2/ops/recon/actions/apply',
  ),
  ...named(({ id }) => (id === undefined ? 'Create' : 'Edit'), 'Bill Layout', '/v2/ops/recon/layouts'),
  ...named('Delete', 'Bill Layout', '/v2/ops/recon/layouts/delete'),
  ...named('Create', 'Dispute', '/v2/ops/recon/disputes'),
  ...named('Edit', 'Dispute', '/v2/ops/recon/disputes/state'),
  ...named('Import', 'Credit Note', '/v2/ops/recon/credits'),
  ...named('Edit', 'Recon Settings', '/v2/ops/recon/settings'),
  ...named('Delete', 'Shop', '/shop_type/shop/mass_delete'),
];

/**
 * By normalized path: recognized write calls that belong to no declared resource, and those whose verb depends on the
 * body (LOG-14 to LOG-17).
 */
const BY_HAND: readonly [string, Operation][] = [
  bare(AUDITED_PATH.channelPermissionUpdate, 'Edit'),
  bare(AUDITED_PATH.nonIntegratedRegister, 'Create'),
  bare(AUDITED_PATH.slugGet, 'Get'),
  bare(AUDITED_PATH.slugCreate, 'Create'),
  bare(AUDITED_PATH.slugUpdate, 'Edit'),
  bare(AUDITED_PATH.slugDelete, 'Delete'),
  bare('/locations/update', 'Edit'),
  ...RATE_TABLE_LOG,
  // Status 1 is a row's Delete; status 0 is its Restore (G27), which LOG-10 counts as an edit.
  bare(AUDITED_PATH.nonWorkingDayStatus, body => (disables(body) ? 'Delete' : 'Edit')),
  bare(AUDITED_PATH.timeslotCreateOrUpdate, body => (idOf(body['id']) === null ? 'Create' : 'Edit')),
  ...RATE_FILES.map(({ family, resource }): [string, Operation] => [
    String(resource.calls.import),
    { kind: 'Import', suffix: `${RATE_LOG_NAME[family]} ${resource.label.one}` },
  ]),
];

/**
 * A resource's write calls with their verbs and labels. For some calls, the log shows only the verb, or "Others"
 * (LOG-10, G30, G89).
 */
function declared(resource: Resource): [string, Operation][] {
  const { log: suffix = resource.label.one, calls } = resource;
  if (suffix === null) return [];
  const paths: [string | false, Operation['kind']][] = [
    [calls.add ?? `${calls.base}/add`, 'Create'],
    ...updatesOf(resource).map(({ path }): [string, Operation['kind']] => [path, 'Edit']),
    [canDelete(resource) && deletionPath(resource), 'Delete'],
    ...importsOf([resource])
      .filter(own => own.resource === resource)
      .map(({ call }): [string, Operation['kind']] => [call.path, 'Import']),
  ];
  return paths.flatMap(([path, kind]) => (path === false ? [] : [[auditPath(path), { kind, suffix }]]));
}

/** Recognized write calls by normalized path (LOG-12 to LOG-17). */
const operationsOf = oncePer(
  (resources: readonly Resource[]): ReadonlyMap<string, Operation> =>
    new Map([...resources.flatMap(declared), ...BY_HAND, ...OWN_PAGES, ...CALLS_BY_HAND]),
);

/**
 * Normalized path prefixes of each feature's calls. All of these calls appear in the feature's log (G88), recognized or
 * not.
 */
const featuresOf = oncePer((resources: readonly Resource[]): readonly (readonly [string, string])[] => [
  ...resources.map(({ calls, feature }) => [`${auditPath(calls.base)}/`, feature] as const),
  ['/sls/nonIntegratedChannel/', FEATURE.channelConfigIntegrated],
  ['/sls/slug/', FEATURE.channelConfigIntegrated],
  ['/locations/', FEATURE.locationTree],
  ['/rate_table/third-party-fee/', FEATURE.thirdPartyFee],
  ['/rate_table/v2/', FEATURE.rateTable],
  ['/rate_table/async_task/', FEATURE.rateTable],
  ['/rate_table/price_list/', FEATURE.rateTable],
  ['/rate_table/remote_fee/', FEATURE.rateTable],
  ['/rate_table/cod_fee/', FEATURE.rateTable],
  ['/rate_table/additional_fee/', FEATURE.rateTable],
  ['/rate_table/extra_fee/', FEATURE.rateTable],
  ['/recon/', FEATURE.recon],
  ['/sls-ops/recon/', FEATURE.recon],
  ['/v2/ops/recon/', FEATURE.recon],
  ['/v2/ops/notify/', FEATURE.notification],
  ...[
    '/opa/',
    '/v2/ops/users/',
    '/v2/ops/password/',
    '/v2/ops/roles/',
    '/v2/ops/modules/',
    '/v2/ops/whitelist/',
    '/v2/ops/audit/',
    '/v2/ops/system/',
    '/scim/',
    '/oidc/',
    '/v2/ops/scim/',
    '/v2/ops/access/',
  ].map(path => [path, ADMINISTRATION] as const),
]);

/**
 * Normalizes a path to the form used in the tables above: removes the host, query, /api, forwarding base and trailing
 * slashes (G22, G92).
 */
export function auditPath(url: string): string {
  const path = url
    .replace(/^[a-z]+:\/\/[^/]+/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
  return path.replace(/^\/api(?=\/)/, '').replace(/^(\/v2)?\/sls\/forward(?=\/)/, '');
}

/** The feature whose log contains a call (G88); null for calls that belong to no feature with a code. */
export function featureOfUrl(url: string, resources: readonly Resource[] = RESOURCES): string | null {
  const path = auditPath(url);
  return featuresOf(resources).find(([base]) => `${path}/`.startsWith(base))?.[1] ?? null;
}

const isBody = (value: unknown): value is Body => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Parses a JSON object; null for "null" and for anything else that is not an object. */
export function parseFields(text: string): Body | null {
  try {
    const value: unknown = JSON.parse(text);
    return isBody(value) ? value : null;
  } catch {
    return null;
  }
}

/** Parses a record id, which is a positive integer or a string of its digits. */
function idOf(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}

const firstId = (values: readonly unknown[]): number | null => values.map(idOf).find(id => id !== null) ?? null;

/**
 * The channel's id (LOG-6, LOG-7): channelId or channel_id; if both are missing, the first item of a data list (an id,
 * or a record that contains one).
 */
function channelOf(body: Body): number | null {
  const first: unknown = Array.isArray(body['data']) ? body['data'][0] : undefined;
  const listed = isBody(first) ? [first['channelId'], first['channel_id']] : [first];
  return firstId([body['channelId'], body['channel_id'], ...listed]);
}

/** The 3PL's id (G85), which a 3PL call sends under its own name or in place of the channel's. */
const tplOf = (body: Body): number | null =>
  firstId([
    body['threePlId'],
    body['three_pl_id'],
    body['tplId'],
    body['tpl_id'],
    body['threePLId'],
    body['3pl'],
    body['channelId'],
    body['channel_id'],
  ]);

/** The last segment of a file's URL or path, percent-decoded; an invalid encoding is left as it is. */
function fileName(url: string): string {
  const last =
    url
      .replace(/[?#].*$/s, '')
      .split(/[/\\]/)
      .findLast(part => part !== '') ?? url;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/**
 * Names of imported files (LOG-7, G10, G11) from fileUrlList, file or file_url, each a string, an object with url or
 * name, or a list of those.
 */
function fileNamesOf(body: Body): string[] {
  const source = body['fileUrlList'] ?? body['file'] ?? body['file_url'];
  return (Array.isArray(source) ? source : [source])
    .map((entry: unknown) => (isBody(entry) ? (entry['url'] ?? entry['name']) : entry))
    .filter((entry): entry is string => typeof entry === 'string' && entry !== '')
    .map(fileName);
}

export interface AuditLabel {
  /** "Create Location", "Import Origin Postcode", a verb such as "Edit" alone, or OTHERS_LABEL. */
  label: string;
  kind: AuditKind;
  /** Whether the call is an import or undoes one. */
  ofImport: boolean;
  /** Whether the call is a deletion or undoes one. */
  ofDeletion: boolean;
  /** Names of the imported files; empty unless the call is an import (LOG-8). */
  fileNames: readonly string[];
  /** The channel that was changed; null for imports (LOG-8), for 3PL calls, and if the body identifies none. */
  channelId: number | null;
  /** The 3PL that was changed; null for imports, for channel calls, and if the body identifies none. */
  tplId: number | null;
  feature: string | null;
}

/**
 * Parses an audit entry.
 *
 * @param url path of the call, with or without /api, the forwarding base, a query and a trailing slash
 * @param body the call's body as JSON; anything else counts as an empty body
 * @param resources the declared resources, whose calls are recognized
 */
export function auditLabel(url: string, body: string, resources: readonly Resource[] = RESOURCES): AuditLabel {
  const path = auditPath(url);
  const fields = parseFields(body) ?? {};
  const operation = operationsOf(resources).get(path);
  const verb = operation?.kind ?? 'Others';
  const kind = typeof verb === 'function' ? verb(fields) : verb === 'Others' ? verb : done(verb, fields);
  const ofImport = verb === 'Import';
  const ofDeletion = (typeof verb === 'function' ? verb({ ...fields, reverts: undefined }) : verb) === 'Delete';
  const isTpl = path.includes('/threePL');
  return {
    label: operation ? [kind, operation.suffix].filter(part => part !== '').join(' ') : OTHERS_LABEL,
    kind,
    ofImport,
    ofDeletion,
    fileNames: ofImport ? fileNamesOf(fields) : [],
    channelId: ofImport || isTpl ? null : channelOf(fields),
    tplId: ofImport || !isTpl ? null : tplOf(fields),
    feature: featureOfUrl(url, resources),
  };
}
