import type { CallDefinition } from '../../src/contract/call.ts';
import { EVERY_CALL } from '../../src/contract/everyCall.ts';
import { IDS_MOST } from '../../src/domain/manyIds.ts';
import { CHECK_MOST } from '../../src/contract/serviceability.ts';
import { COUNTED_CHANNELS_MOST } from '../../src/contract/cdtCalls.ts';
import { PREFLIGHT_MOST } from '../../src/contract/preflight.ts';
import { fieldsOf } from '../../src/server/http/schemaKind.ts';

/** The heaviest requests that the contract lets through, of every call that reads. */

export interface HeavyRead {
  /** "channelLocation.list size=100000&sort=-street". */
  what: string;
  call: string;
  /** Below /api. */
  path: string;
  body?: unknown;
}

/** What requests are made of: ids and texts of the database at hand. */
export interface HeavyWorld {
  country: string;
  channels: readonly number[];
  threePls: readonly number[];
  /** A place with others below it. */
  place: number;
  /** An address of many words, each of which many places have. */
  address: string;
  /** Segments of the country, by id. */
  segments: readonly string[];
}

/** Largest number that a field of an input takes; null for what is no number. */
function most(call: CallDefinition, name: string): number | null {
  const schema = fieldsOf(call.input)[name];
  if (!schema) return null;
  for (const value of [100_000, 10_000, 5000, 1000, 500, 100, 10, 4, 1])
    if (schema.safeParse(value).success) return value;
  return null;
}

/** Sorts of a list call. */
function sortsOf(call: CallDefinition): string[] {
  const schema = fieldsOf(call.input)['sort'];
  const wrong = schema?.safeParse('?');
  const issue = wrong?.success === false ? (wrong.error.issues[0] as { values?: unknown[] }) : null;
  return (issue?.values ?? []).map(String);
}

/** Words that most names contain. */
const COMMON = 'a e i o u n';

function listReads(call: CallDefinition): Record<string, string>[] {
  const names = Object.keys(fieldsOf(call.input));
  const size = String(most(call, 'size'));
  const texts = names.filter(
    name =>
      ['state', 'city', 'district', 'street', 'name', 'channelName', 'from', 'to', 'zone', 'str', 'email'].includes(
        name,
      ) && fieldsOf(call.input)[name]?.safeParse('a').success,
  );
  return [
    { size, offset: '0' },
    { size: '10', offset: '90000' },
    ...(names.includes('quick')
      ? [
          { size: '10', quick: COMMON },
          { size: '10', quick: 'zzzz qqqq' },
          { size, quick: 'a' },
        ]
      : []),
    ...(texts.length > 0 ? [{ size: '10', ...Object.fromEntries(texts.map(name => [name, 'a'])) }] : []),
    ...texts.map(name => ({ size: '10', [name]: 'a' })),
    ...sortsOf(call).map(sort => ({
      size: '10',
      sort,
      ...(names.includes('displayUnsupported') ? { displayUnsupported: 'false' } : {}),
    })),
    ...(['locationId', 'channelId'].some(name => names.includes(name)) ? [] : []),
  ];
}

/** Requests of one call; several where no single one is surely the heaviest. */
export function heavyReadsOf(call: CallDefinition, world: HeavyWorld): HeavyRead[] {
  const of = (query: Record<string, string> = {}, body?: unknown, path = call.path): HeavyRead => {
    const text = new URLSearchParams(query).toString();
    return {
      what: `${call.id} ${text}`.trim().slice(0, 120),
      call: call.id,
      path: text === '' ? path : `${path}?${text}`,
      ...(body === undefined ? {} : { body }),
    };
  };
  const [channel = 0] = world.channels;
  const long = Array.from({ length: IDS_MOST }, (_, at) => String(world.place + at)).join(',');
  const own: Readonly<Record<string, () => HeavyRead[]>> = {
    'channels.flag': () => [of({}, undefined, call.path.replace('{channelId}', String(channel)))],
    'locations.children': () => [of({ parentId: '0' }), of({ parentId: String(world.place) })],
    'locations.countryChildren': () => [of({ parentId: '0', country: world.country })],
    'locations.single': () => [of({ locationId: String(world.place) })],
    'locations.subtree': () => [of({ depth: String(most(call, 'depth')) })],
    'templates.download': () => [of({}, undefined, '/templates/channel_location_template.xlsx')],
    'feed.changes': () => [of({ entity: world.country, size: String(most(call, 'size')) })],
    'feed.segments': () => [
      of({ collection: 'locations', entity: world.country }),
      of({ collection: 'channelLocations', entity: world.country, channelId: String(channel) }),
      of({ collection: 'locationCdts', entity: world.country, channelId: String(channel) }),
    ],
    'feed.segment': () => world.segments.slice(0, 2).map(id => of({}, undefined, call.path.replace('{id}', id))),
    'locationCdt.exportChannel': () => [of({}, undefined, call.path.replace('{channelId}', String(channel)))],
    'channelCdt.one': () => [of({}, undefined, call.path.replace('{id}', String(channel)))],
    'channelConfig.get': () => [of({ channelId: String(channel) })],
    'channelConfig.permission': () => [of({ channelId: String(channel) })],
    'channelConfig.warehouses': () => [of({ from_country: world.country })],
    'locationCdt.count': () => [of({}, { channelIds: world.channels.slice(0, COUNTED_CHANNELS_MOST) })],
    'audit.record': () => [of({ collection: 'channelLocations', key: `${channel}/${world.place}/0`, size: '5000' })],
    'audit.export': () => [of({ code: 'channel_management.serviceable_area', quick: COMMON })],
    'files.download': () => [of({}, undefined, `/v2/ops/files/${'0'.repeat(32)}/a.csv`)],
    'imports.get': () => [of({}, undefined, '/v2/ops/imports/00000000-0000-0000-0000-000000000000')],
    'imports.rows': () => [
      of({ size: '100000' }, undefined, '/v2/ops/imports/00000000-0000-0000-0000-000000000000/rows'),
    ],
    'preflight.check': () => [
      of(
        {},
        {
          entity: world.country,
          items: Array.from({ length: PREFLIGHT_MOST }, (_, at) => ({
            id: `k${at}`,
            collection: 'channelLocations',
            key: `${channel}/${world.place + at}/0`,
            version: 1,
          })),
        },
      ),
    ],
    'serviceability.check': () => [
      of(
        {},
        {
          addresses: Array.from({ length: 3300 }, (_, at) => ({ text: `${world.address} ${at}`.slice(0, 280) })),
          channelIds: [channel],
        },
      ),
      of(
        {},
        {
          addresses: Array.from({ length: Math.min(CHECK_MOST, 10_000) }, () => ({ text: world.address.slice(0, 60) })),
          channelIds: [channel],
        },
      ),
      of(
        {},
        {
          addresses: Array.from({ length: 3000 }, (_, at) => ({
            locationId: world.place,
            postcode: '',
            text: String(at),
          })),
        },
      ),
      of({}, { addresses: Array.from({ length: 100 }, () => ({ locationId: world.place })), steps: true }),
    ],
    'serviceability.before': () => [of({ day: '2026-01-01', channelId: String(channel) })],
    'audit.list': () => listReads(call).map(query => of({ code: 'channel_management.serviceable_area', ...query })),
    'serviceCode.get': () => [of({ shipping_channel_id: String(channel) })],
  };
  if (own[call.id]) return (own[call.id] as () => HeavyRead[])();
  if (call.id.endsWith('.getListByAddressType')) return ['0', '1', '2', '3'].map(type => of({ type, str: '' }));
  if (call.id.endsWith('.getListByLocationID')) return [of({ location_id: String(world.place) })];
  if (call.id.endsWith('.export')) {
    const queries: Record<string, string>[] = [{}, { quick: COMMON }, { format: 'csv' }];
    return queries.map(query => (call.method === 'POST' ? of({}, query) : of(query)));
  }
  if (call.paging) {
    const manyIds =
      fieldsOf(call.input)['locationId'] && call.id.includes('ocation') ? [of({ size: '10', locationId: long })] : [];
    return [...listReads(call).map(query => of(query)), ...manyIds];
  }
  return [of()];
}

/** Calls that change something, or that have tests of their own: sign-in, uploads, imports, recorded activity. */
const NO_READ =
  /^(session\.(login|logout|setEntity)|channelConfig\.permissionUpdate|tracker\.events|usage\.records|files\.upload|writes\.send)$|\.(import|bulk|revert)$/;

/** Every call that reads. */
export const READ_CALLS: readonly CallDefinition[] = EVERY_CALL.filter(call => !call.write && !NO_READ.test(call.id));
