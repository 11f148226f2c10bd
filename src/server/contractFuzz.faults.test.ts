import { setTimeout as pause } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { areasCsv, importFile, uploadForm } from '../../tests/support/importing.ts';
import {
  CHANNEL,
  createWorld,
  STREET,
  type Caller,
  type PersonName,
  type World,
} from '../../tests/support/serverFixture.ts';
import { describeOnEach, type DatabaseKind } from '../../tests/support/testDatabase.ts';
import type { CallDefinition } from '../contract/call.ts';
import { importChannelLocations } from '../contract/imports/calls.ts';
import { login } from '../contract/session.ts';
import { sendWrites } from '../contract/writes.ts';
import { isStorable } from '../domain/storableText.ts';
import { pathsOf } from './http/call.ts';
import { EVERY_CALL } from '../contract/everyCall.ts';

/**
 * Sends hostile input to every call in the contract: every hostile value in each leaf of the call's input schema, on
 * behalf of several users. No reply may be a 5xx, each refusal must have an envelope, and the server must work as
 * before afterward. A fixed seed determines the order and the additional combinations.
 */

const SEED = 20_251_123;
/** Number of concurrent requests. */
const PARALLEL = 6;
/** Number of additional requests, each with several invalid leaves. */
const MIXED = 1_000;
/**
 * Total number of hostile values. The more calls there are, the fewer values each leaf gets; neighboring leaves get
 * different values.
 */
const MOST_VALUES = 24_000;
const TIMEOUT = 300_000;
/** Tables in which administrators may change other people's data. */
const PEOPLE_TABLES = ['entities', 'roles', 'users', 'user_entities', 'user_roles', 'whitelist'] as const;
const OTHERS: readonly PersonName[] = ['id.editor', 'id.viewer', 'my.editor', 'outsider'];

function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** JSON that is sent unchanged, since JSON.stringify cannot produce it. */
class Raw {
  constructor(readonly json: string) {}
}

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });

const NUMBERS: readonly unknown[] = [
  -1,
  0,
  1.5,
  256,
  32_768,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 31) - 1,
  -(2 ** 63),
  new Raw('1e308'),
  new Raw('-1e999'),
  new Raw('9'.repeat(400)),
  new Raw('-0'),
];

const TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00',
  '\udc00\ud800',
  '\ufffe',
  '\u202ea',
  '😀',
  'e\u0301',
  '\r\nx: y',
  "';--",
  '%',
  '_',
  '\\',
  '%\\',
  '\\\\%_',
  '$1',
  '{}',
  '[]',
  '{"a":1}',
  'null',
  'true',
  'NaN',
  'Infinity',
  '1e9',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../..',
  '/',
  '//',
  '?a=b',
  '#',
  'ID',
  'XX',
  'id',
  '-1',
  '0',
  '00',
  '1.0',
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
  '9'.repeat(400),
  '10021/ABC/9999999999',
  '10021/1000004/0',
  '99999999999999999999/1/0',
  '10023/\ud800/0',
  '//',
  'ab.99999999999999999999.0',
  'ab.18446744073709551616.0',
  'ab.1.9999999999999999',
  'ab.1.1.999',
  '..',
  'x'.repeat(201),
  'x'.repeat(8_000),
  '\ufdfa'.repeat(500),
];

const SHAPES: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [{}],
  { length: 3 },
  { '\0': 1 },
  { '\ud800': 1 },
  deep(8),
  deep(40),
  ['\ud800'],
  ['\0'],
  [-1],
  Array.from({ length: 600 }, (_, at) => at),
  Array.from({ length: 11_000 }, String),
  new Raw('{"__proto__":{"a":1}}'),
  new Raw('{"constructor":{"prototype":{"a":1}}}'),
  new Raw('["\\ud800\\ud800"]'),
];

const HOSTILE: readonly unknown[] = [...NUMBERS, ...TEXTS, ...SHAPES];
const every = <T>(list: readonly T[], step: number, from = 0): T[] => list.filter((_, at) => at % step === from % step);

/** Hostile values for a leaf: all values of the leaf's own kind, and some of other kinds. */
const VALUES: Readonly<Record<'text' | 'number' | 'other', readonly unknown[]>> = {
  text: [...TEXTS, ...every(NUMBERS, 5), ...every(SHAPES, 2)],
  number: [...NUMBERS, ...every(TEXTS, 5), ...every(SHAPES, 3)],
  other: [...every(NUMBERS, 6), ...every(TEXTS, 9), ...SHAPES],
};

/** Ids that exist, so that requests pass the first checks. */
interface Known {
  segment: string;
  file: string;
  fileUrl: string;
  import: string;
  cursor: string;
}

interface Definition {
  type: string;
  innerType?: z.ZodMiniType;
  in?: z.ZodMiniType;
  options?: z.ZodMiniType[];
  values?: unknown[];
  entries?: Record<string, unknown>;
  element?: z.ZodMiniType;
  shape?: Record<string, z.ZodMiniType>;
}

const definitionOf = (schema: z.ZodMiniType): Definition => (schema as unknown as { def: Definition }).def;

/** A valid string. If the field's name says what it refers to, the string refers to something that exists. */
function goodText(call: string, name: string, known: Known): string {
  const byName: Readonly<Record<string, string>> = {
    code: 'channel_management.serviceable_area',
    email: 'admin@test.example',
    fileUrlList: known.fileUrl,
    since: known.cursor,
    zipcode: '40111',
    fileName: 'serviceable-location.xlsx',
    state: 'Jawa Barat',
    key: call === 'writes.send' ? 'fuzz' : `${CHANNEL.first}/${STREET}/0`,
    call: 'channelLocation.update',
    id: call.startsWith('imports.') ? known.import : call === 'files.download' ? known.file : known.segment,
    name: call === 'files.download' ? 'areas.csv' : 'name',
  };
  return byName[name] ?? 'text';
}

function good(schema: z.ZodMiniType, call: string, name: string, known: Known): unknown {
  const definition = definitionOf(schema);
  if (definition.shape) {
    return Object.fromEntries(
      Object.entries(definition.shape).map(([key, inner]) => [key, good(inner, call, key, known)]),
    );
  }
  const inner = definition.innerType ?? definition.in ?? definition.options?.[0];
  if (inner) return good(inner, call, name, known);
  switch (definition.type) {
    case 'enum':
      return name === 'country' || name === 'entity' ? 'ID' : Object.values(definition.entries ?? {})[0];
    case 'literal':
      return definition.values?.[0];
    case 'boolean':
      return true;
    case 'number':
    case 'int':
      if (/channel/i.test(name)) return CHANNEL.first;
      return /location/i.test(name) ? STREET : 1;
    case 'array':
      return definition.element ? [good(definition.element, call, name, known)] : [];
    case 'record':
      return {};
    default:
      return goodText(call, name, known);
  }
}

type Path = readonly (string | number)[];

interface Leaf {
  path: Path;
  values: readonly unknown[];
}

const kindOf = ({ type }: Definition): keyof typeof VALUES =>
  type === 'string' ? 'text' : type === 'number' || type === 'int' ? 'number' : 'other';

/** All fields and elements of an input, at any nesting depth. */
function leavesOf(schema: z.ZodMiniType, path: Path = []): Leaf[] {
  const definition = definitionOf(schema);
  const own = path.length > 0 ? [{ path, values: VALUES[kindOf(definition)] }] : [];
  if (definition.shape) {
    return [...own, ...Object.entries(definition.shape).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))];
  }
  if (definition.element) return [...own, ...leavesOf(definition.element, [...path, 0])];
  const inner = definition.innerType ?? definition.in;
  return inner ? leavesOf(inner, path) : own;
}

function put(input: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(input)) return input.map((item, at) => (at === first ? put(item, rest, value) : item));
  const record = (input ?? {}) as Record<string, unknown>;
  return { ...record, [first]: put(record[first], rest, value) };
}

function toJson(value: unknown): string {
  if (value instanceof Raw) return value.json;
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => `${JSON.stringify(key)}:${toJson(inner)}`)
    .join(',')}}`;
}

/**
 * Whether the server parses a body that contains the value. If it does not, it refuses the whole body without looking
 * at any of the writes in it.
 */
const isTakenInABody = (value: unknown): boolean =>
  !(value instanceof Raw) && isStorable(value) && toJson(value).length < 210;

/** Percent-encodes a string as UTF-8. Lone surrogates become three bytes that every decoder rejects. */
const encode = (text: string): string =>
  [...text]
    .map(char =>
      /\p{Surrogate}/u.test(char)
        ? [0xe0 | (char.charCodeAt(0) >> 12), 0x80 | ((char.charCodeAt(0) >> 6) & 63), 0x80 | (char.charCodeAt(0) & 63)]
            .map(byte => `%${byte.toString(16)}`)
            .join('')
        : encodeURIComponent(char),
    )
    .join('');

const asText = (value: unknown): string => (typeof value === 'string' ? value : toJson(value));

function queryOf(input: Readonly<Record<string, unknown>>): string {
  return Object.entries(input)
    .flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value]).map(one => `${encode(key)}=${encode(asText(one))}`),
    )
    .join('&')
    .slice(0, 12_000);
}

/** Builds the request that makes a call with an input, at one of the call's paths. */
function requestOf(call: CallDefinition, input: Readonly<Record<string, unknown>>, path: string): InjectOptions {
  const rest = { ...input };
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encode(asText(rest[name])).slice(0, 300);
    delete rest[name];
    return value === '' ? '%20' : value;
  });
  if (call.method === 'GET') return { method: 'GET', url: `${url}?${queryOf(rest)}` };
  const headers = { 'content-type': 'application/json' };
  return { method: call.method, url, headers, payload: toJson(rest) };
}

const BODIES = [
  '',
  '{',
  '[]',
  '1',
  'null',
  '"x"',
  '{"__proto__":{}}',
  '{"":1}',
  `${'['.repeat(50_000)}`,
  '\ufeff{}',
  '{"a":\u0000}',
];
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'x-ops-entity': ['__proto__', 'toString', 'XX', ' ', 'ID,MY', 'x'.repeat(4_000)],
  'x-ops-person': ['0', '-1', '9'.repeat(40), 'NaN', '__proto__'],
  'x-ops-contract': ['x'],
  'idempotency-key': ['a b', 'x'.repeat(201), '\u00ff', ',', '__proto__'],
  'content-type': ['text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'x/y', ''],
  'accept-encoding': ['br;q=0', '*', 'gzip,,;q=x', 'identity;q=0'],
  cookie: ['ops_session=', 'ops_session=%00', 'ops_session=%ED%A0%80', 'ops_device=~.~..~x.9e9.y', '=;=;'],
  'if-none-match': ['*', '"x"'],
  range: ['bytes=0-', 'bytes=9-1', 'x'],
};

function fuzz(kind: DatabaseKind): void {
  let world: World;
  let known: Known;
  const callers = new Map<string, Caller>();
  const faults: string[] = [];
  let asked = 0;

  beforeAll(async () => {
    world = await createWorld(kind);
    for (const table of PEOPLE_TABLES) await world.database.pool.query(`CREATE TABLE saved_${table} AS TABLE ${table}`);
    for (const name of ['admin', ...OTHERS] as const) callers.set(name, await world.as(name));
    callers.set('nobody', world.anonymous);
    const editor = callers.get('id.editor') as Caller;
    const set = await editor.data<{ cursor: string; segments: { id: string }[] }>(
      '/v2/ops/segments?collection=locations&entity=ID',
    );
    const file = areasCsv([[CHANNEL.first, 'Standard', STREET, 'Yes', 'Yes', 'Yes', 'Yes', '']]);
    const receipt = await importFile(editor, file);
    const fileUrl = await uploadForm(editor, file);
    known = {
      segment: set.segments[0]?.id ?? '',
      cursor: set.cursor,
      import: receipt.id,
      fileUrl,
      file: /files\/([0-9a-f]{32})/.exec(fileUrl)?.[1] ?? '',
    };
  });
  afterAll(() => world.close());

  const inputOf = (call: CallDefinition) => good(call.input, call.id, '', known) as Record<string, unknown>;

  async function ask(who: string, call: string, request: InjectOptions): Promise<void> {
    const cookie = callers.get(who)?.cookie;
    const own = request.headers ?? {};
    const headers = { ...(cookie && own['cookie'] === undefined ? { cookie } : {}), ...own };
    asked += 1;
    const answer = await Promise.race([world.app.inject({ ...request, headers }), pause(30_000, null, { ref: false })]);
    const where = (): string =>
      `${who} ${call}: ${request.method} ${String(request.url).slice(0, 200)} ${JSON.stringify(own)} ${String(request.payload ?? '').slice(0, 200)}`;
    if (answer === null) return void faults.push(`no answer: ${where()}`);
    const { statusCode: status } = answer;
    // A sign-in that finds the queue full is refused with a Retry-After header.
    const isBusy = status === 503 && call === login.id;
    if (status >= 500 && !isBusy) faults.push(`${status} ${answer.body.slice(0, 120)} ${where()}`);
    else if (status >= 400 && typeof answer.json<{ retcode?: unknown }>().retcode !== 'number')
      faults.push(`no envelope: ${answer.body.slice(0, 80)} ${where()}`);
    else if (call === 'writes.send' && status === 200) {
      for (const item of answer.json<{ data: { items: { status: number }[] } }>().data.items)
        if (item.status >= 500) faults.push(`item ${item.status} ${answer.body.slice(0, 120)} ${where()}`);
    }
  }

  /** Sends all requests and returns the failures. */
  async function askAll(jobs: readonly (() => Promise<void>)[]): Promise<string[]> {
    const left = [...jobs];
    const worker = async (): Promise<void> => {
      for (let job = left.pop(); job; job = left.pop()) await job();
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
    return faults.splice(0).slice(0, 20);
  }

  /** The second database runs the same SQL, so a subset of the values is sufficient there. */
  const share = kind === 'embedded' ? 1 : 4;
  /** Each sign-in computes a hash, and each import is a complete run, so these calls get fewer values. */
  const step = ({ id }: CallDefinition): number => (id === login.id ? 6 : id === importChannelLocations.id ? 3 : 1);
  const wanted = EVERY_CALL.flatMap(call => leavesOf(call.input)).reduce((sum, { values }) => sum + values.length, 0);
  const thinner = Math.ceil(wanted / MOST_VALUES);
  const valuesFor = (call: CallDefinition, { values }: Leaf, at: number): readonly unknown[] =>
    every(values, step(call) * share * thinner, at);

  it(
    'no call returns a server error for a hostile value in any of its inputs',
    async () => {
      const jobs = EVERY_CALL.flatMap(call => {
        const [path = ''] = pathsOf(call);
        const base = inputOf(call);
        return leavesOf(call.input).flatMap((leaf, at) =>
          valuesFor(call, leaf, at).map(value => () => {
            const input = put(base, leaf.path, value) as Record<string, unknown>;
            return ask(
              call.id === importChannelLocations.id ? 'id.editor' : 'admin',
              call.id,
              requestOf(call, input, path),
            );
          }),
        );
      });
      expect(await askAll(jobs)).toEqual([]);
      expect(asked).toBeGreaterThan(5_000 / share);
    },
    TIMEOUT,
  );

  it(
    'no batch of writes returns a server error for hostile values in the writes’ inputs',
    async () => {
      const together = sendWrites as unknown as CallDefinition;
      const [path = ''] = pathsOf(together);
      const bodies = EVERY_CALL.filter(call => call.write).flatMap(call =>
        leavesOf(call.input).map((leaf, at) => ({
          writes: every(leaf.values.filter(isTakenInABody), 2, at).map((value, n) => ({
            call: call.id,
            key: `${call.id}-${leaf.path.join('-')}-${n}`,
            input: put(inputOf(call), leaf.path, value),
          })),
        })),
      );
      const jobs = bodies.map(body => () => ask('id.editor', together.id, requestOf(together, body, path)));
      expect(await askAll(jobs)).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'no hostile body, header, query string or path causes a server error',
    async () => {
      // Each call gets only some of these, because the same code parses the headers and queries of all calls.
      const jobs = EVERY_CALL.filter(({ id }) => id !== login.id).flatMap((call, nth) => {
        const [first = '', ...further] = pathsOf(call);
        const request = requestOf(call, inputOf(call), first);
        const bodies = call.method === 'GET' ? [] : BODIES.map(payload => ({ ...request, payload }));
        const withHeaders = Object.entries(HEADERS).flatMap(([name, values], at) =>
          every(values, 3, at + nth).map(value => ({ ...request, headers: { ...request.headers, [name]: value } })),
        );
        const queries = Object.keys(inputOf(call)).flatMap((name, at) =>
          every(
            [`${name}[]=1`, `${name}[a]=1`, `${name}=1&${name}=2`, `${name}=%00`, `${name}=%ED%A0%80`, `${name}=%`],
            2,
            at + nth,
          ).map(query => ({ ...request, url: `${String(request.url).split('?')[0]}?${query}` })),
        );
        const elsewhere = further.map(path => requestOf(call, inputOf(call), path));
        return [...bodies, ...withHeaders, ...queries, ...elsewhere].map(one => () => ask('admin', call.id, one));
      });
      expect(await askAll(jobs)).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    `no call returns a server error for several invalid inputs at once, whoever sends them (seed ${SEED})`,
    async () => {
      const below = random(SEED);
      const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
      const calls = EVERY_CALL.filter(({ id }) => id !== login.id && id !== importChannelLocations.id);
      const people = [...callers.keys()];
      const jobs = Array.from({ length: MIXED }, () => {
        const call = pick(calls);
        let input = inputOf(call);
        const leaves = leavesOf(call.input);
        for (let times = below(4); times > 0 && leaves.length > 0; times--)
          input = put(input, pick(leaves).path, pick(HOSTILE)) as Record<string, unknown>;
        const path = pick(pathsOf(call));
        const who = pick(people);
        return () => ask(who, call.id, requestOf(call, input, path));
      });
      expect(await askAll(jobs)).toEqual([]);
    },
    TIMEOUT,
  );

  it('the server works as before after all hostile requests', async () => {
    // Some of the requests are valid calls by an administrator and may have removed permissions, so the people are
    // restored first.
    await world.database.pool.query(
      `SET session_replication_role = replica;
       ${PEOPLE_TABLES.map(table => `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM saved_${table};`).join('\n')}
       SET session_replication_role = DEFAULT;`,
    );
    const viewer = await world.signIn('id.viewer');
    const list = await viewer.data<{ total: number }>(`/channelLocationService?channelId=${CHANNEL.first}`);
    expect(list.total).toBeGreaterThan(0);
    const editor = await world.signIn('id.editor');
    const file = areasCsv([[CHANNEL.second, 'Standard', STREET + 1, 'Yes', 'No', 'Yes', 'No', '']]);
    expect((await importFile(editor, file)).state).toBe('applied');
    expect(Object.getPrototypeOf({}).a).toBeUndefined();
  });
}

describeOnEach('hostile input to every call', fuzz);
