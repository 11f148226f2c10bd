import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Pool } from 'pg';
import { inject } from 'vitest';
import type { Envelope } from '../../src/contract/call.ts';
import { COUNTRIES, COUNTRY_CODES } from '../../src/domain/country.ts';
import { DECLARATIONS, type Declarations } from '../../src/contract/declarations.ts';
import type { Resource } from '../../src/contract/resource.ts';
import { RESOURCES } from '../../src/contract/resources/all.ts';
import { FEATURE } from '../../src/domain/permission.ts';
import { buildApp, type AppOptions } from '../../src/server/app.ts';
import { hashPassword } from '../../src/server/auth/password.ts';
import { fold } from '../../src/domain/fold.ts';
import { recordTable } from '../../src/server/db/recordSql.ts';
import type { Database } from '../../src/server/db/open.ts';
import { READER_LIMITS } from '../../src/server/imports/reader/api.ts';
import { createImportReader } from '../../src/server/imports/reader/process.ts';
import { openTestDatabase, type DatabaseKind } from './testDatabase.ts';

/**
 * A small world for the server tests: eight entities, five people, two Indonesian channels, one Malaysian channel, and
 * two small trees.
 */

export const PASSWORD = 'correct horse';
export const PEOPLE = ['admin', 'id.editor', 'id.viewer', 'my.editor', 'outsider'] as const;
export type PersonName = (typeof PEOPLE)[number];
export const emailOf = (name: PersonName): string => `${name}@test.example`;

export const CHANNEL = { first: 10021, second: 10022, malaysia: 20021 } as const;
/** The first street in Bandung; see `insertPlaces` for the tree. */
export const STREET = 1_000_004;

const FEATURES = [
  ...new Set([
    ...RESOURCES.map(({ feature }) => feature),
    FEATURE.rateTable,
    FEATURE.thirdPartyFee,
    FEATURE.notification,
  ]),
];
const MAINTENANCE = `${FEATURE.channelConfigIntegrated}.maintenance`;
/** Each test file signs in several people; at the normal cost, hashing would take a fifth of the tests' time. */
const CHEAP = { N: 2 ** 10, r: 8, p: 1 };
let hash: Promise<string> | undefined;

async function insertPeople(pool: Pool): Promise<void> {
  hash ??= hashPassword(PASSWORD, CHEAP);
  for (const code of COUNTRY_CODES) {
    await pool.query('INSERT INTO entities (name, country) VALUES ($1, $2)', [COUNTRIES[code].name, code]);
  }
  await pool.query(
    `INSERT INTO roles (entity_id, name, codes)
     SELECT id, role.name, role.codes FROM entities,
            (VALUES ('editor', $1::text[]), ('viewer', $2::text[])) AS role(name, codes)`,
    [
      [...FEATURES.flatMap(code => [`${code}.read`, `${code}.write`]), MAINTENANCE],
      FEATURES.map(code => `${code}.read`),
    ],
  );
  const people: [PersonName, number, string, string | null][] = [
    ['admin', 0, 'ID', null],
    ['id.editor', 2, 'ID', 'editor'],
    ['id.viewer', 2, 'ID', 'viewer'],
    ['my.editor', 2, 'MY', 'editor'],
    ['outsider', 2, 'ID', 'viewer'],
  ];
  for (const [name, privilege, country, role] of people) {
    const email = emailOf(name);
    await pool.query(
      'INSERT INTO users (email, name, password_hash, privilege, current_entity) VALUES ($1, $2, $3, $4, $5)',
      [email, name, await hash, privilege, country],
    );
    await pool.query(
      `INSERT INTO user_entities (user_id, entity_id)
       SELECT u.id, e.id FROM users u, entities e WHERE u.email = $1 AND e.country = $2`,
      [email, country],
    );
    await pool.query(
      `INSERT INTO user_roles (user_id, role_id)
       SELECT u.id, r.id FROM users u, roles r JOIN entities e ON e.id = r.entity_id
        WHERE u.email = $1 AND e.country = $2 AND r.name = $3`,
      [email, country, role],
    );
    if (name !== 'outsider') await pool.query('INSERT INTO whitelist (email) VALUES ($1)', [email]);
  }
}

type Tree = { [name: string]: Tree };

const INDONESIA: Tree = {
  'Jawa Barat': {
    Bandung: { Cicendo: { 'Jalan Satu': {}, 'Jalan Dua': {} }, Coblong: { Dago: {} } },
    'Bandung Barat': { Lembang: { Cikole: {} } },
  },
  'Đà Nẵng Jawa': { Séría: { Kota: { 'Ujung & <Pandang>': {} } } },
};
const MALAYSIA: Tree = { Selangor: { Klang: { Kapar: { 'Jalan Satu': {} } } } };

async function insertPlaces(pool: Pool, country: string, base: number, tree: Tree): Promise<void> {
  let next = base;
  const walk = async (nodes: Tree, level: number, parent: number, path: number[]): Promise<void> => {
    for (const [name, below] of Object.entries(nodes)) {
      const id = ++next;
      const own = [...path, id];
      await pool.query(
        `INSERT INTO locations (location_id, country, parent_id, level, name, name_folded, state_id, city_id, district_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [id, country, parent, level, name, fold(name), own[0], own[1] ?? null, own[2] ?? null],
      );
      await walk(below, level + 1, id, own);
    }
  };
  await walk(tree, 0, 0, []);
}

async function insertRecords(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO channel_locations (channel_id, location_id, type, country, state_id, city_id, district_id, can_deliver,
                                    updated_by, updated_at)
     SELECT CASE country WHEN 'ID' THEN $1::int8 ELSE $2::int8 END, location_id, 0, country, state_id, city_id,
            district_id, name <> 'Dago', 'seed', 1
       FROM locations WHERE level = 3`,
    [CHANNEL.first, CHANNEL.malaysia],
  );
}

/**
 * Empties tables. TRUNCATE would create new files for each table and index and make connections forget their plans: fifty
 * times the work for the few rows left by a test.
 */
export async function emptyTables(pool: Pool, tables: readonly string[]): Promise<void> {
  await pool.query(tables.map(table => `DELETE FROM ${table}`).join('; '));
}

/** Resets the records to their state after `seed`, and empties the tables filled by writes; people stay signed in. */
export async function resetRecords(pool: Pool, resources: readonly Resource[] = RESOURCES): Promise<void> {
  const tables = [...resources.map(recordTable), 'audit_logs', 'idempotency_keys', 'changes', 'deleted_versions'];
  await emptyTables(pool, tables);
  await pool.query('UPDATE revisions SET revision = revision + 1');
  await insertRecords(pool);
}

/**
 * Fills an empty database. Channel 10021 serves every Indonesian street (type 0), one of them with all flags set to No.
 */
export async function seed(pool: Pool): Promise<void> {
  await insertPeople(pool);
  await insertPlaces(pool, 'ID', 1_000_000, INDONESIA);
  await insertPlaces(pool, 'MY', 2_000_000, MALAYSIA);
  await pool.query(
    `INSERT INTO channels (channel_id, name, display_name, country, from_country, flag)
     VALUES ($1, 'J&T Express', 'J&T', 'ID', 'ID', 4611686018427387905), ($2, 'SiCepat', 'SiCepat', 'ID', 'ID', 0),
            ($3, 'Pos Malaysia', 'Pos', 'MY', 'MY', 0)`,
    Object.values(CHANNEL),
  );
  // Their ids are also ids of channels, so that code that confuses the two fails.
  await pool.query(
    `INSERT INTO three_pls (three_pl_id, name, country)
     VALUES ($1, 'Nusantara Line Haul', 'ID'), ($2, 'Jawa Trucking', 'ID'), ($3, 'Selat Freight', 'MY')`,
    Object.values(CHANNEL),
  );
  await pool.query(
    `INSERT INTO channel_service_confs
            (country, channel_id, name, name_folded, is_check_serviceable, serviceable_type, extra_limit_type, zone_level,
             pdp_verify, checkout_verify, validate_shop_verify, arrange_shipment, pdp_level, checkout_level, shop_level,
             arrangeshipment_level, is_sbs_same_as_standard, default_pickup_enabled, default_deliver_enabled,
             default_cod_enabled, default_cod_pickup_enabled, default_pdp_postcode)
     VALUES ('ID', $1, 'J&T Express', 'j&t express', 1, 1, 1, 2, 1, 1, 0, 1, 3, 3, NULL, 4, 1, 0, 1, 0, 0, 1),
            ('ID', $2, 'SiCepat', 'sicepat', 0, 1, 0, 0, 3, 3, 3, 3, NULL, NULL, NULL, NULL, 1, 0, 0, 0, 0, 1)`,
    [CHANNEL.first, CHANNEL.second],
  );
  await insertRecords(pool);
}

export interface Answer<T = unknown> {
  status: number;
  body: Envelope<T>;
  raw: LightMyRequestResponse;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
}

/** Unexpected errors thrown by each server, because its response says only "Server error." (ERR-7). */
const FAILURES = new WeakMap<FastifyInstance, Error[]>();

/** Why a call was rejected; for a 500, the error thrown by the server. */
export const causeOf = (app: FastifyInstance, { status, body }: Pick<Answer, 'status' | 'body'>): string =>
  (status === 500 ? FAILURES.get(app)?.at(-1)?.stack : undefined) ?? body?.message;

/** A caller of the server under test, signed in or anonymous, without a network in between. */
export class Caller {
  constructor(
    readonly app: FastifyInstance,
    public cookie: string | null = null,
  ) {}

  /** Calls a path below /api; with a body, the call is a POST. */
  async call<T = unknown>(path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const raw = await this.app.inject({
      method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
      url: `/api${path}`,
      headers: {
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined
        ? {}
        : { payload: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
    });
    const isJson =
      String(raw.headers['content-type'] ?? '').includes('json') && raw.headers['content-encoding'] === undefined;
    return { status: raw.statusCode, body: (isJson ? raw.json() : null) as Envelope<T>, raw };
  }

  /** Makes a call and returns its data. @throws Error if the call was rejected */
  async data<T>(path: string, options: CallOptions = {}): Promise<T> {
    const answer = await this.call<T>(path, options);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${causeOf(this.app, answer)}`);
    return answer.body.data as T;
  }
}

export interface World {
  declared: Declarations;
  app: FastifyInstance;
  database: Database;
  /** Signs a person in; repeated calls return the same session. */
  as: (name: PersonName) => Promise<Caller>;
  /** Signs a person in again, as another browser would. */
  signIn: (name: PersonName) => Promise<Caller>;
  anonymous: Caller;
  close: () => Promise<void>;
}

/** The server with a fresh, seeded database. */
export async function createWorld(kind: DatabaseKind, options: Partial<AppOptions> = {}): Promise<World> {
  const database = await openTestDatabase(kind, 'seeded');
  const config = { clientDir: undefined, baseUrl: undefined, secure: false, trustProxy: false, tracker: true };
  const reader = createImportReader(READER_LIMITS, inject('importReader'));
  const app = await buildApp({
    config,
    database,
    reader,
    billReader: createImportReader(READER_LIMITS, inject('importReader')),
    passwordCost: CHEAP,
    ...options,
  });
  const failures: Error[] = [];
  FAILURES.set(app, failures);
  app.addHook('onError', async (_request, _reply, error) => void failures.push(error));
  const callers = new Map<PersonName, Promise<Caller>>();
  const signIn = async (name: PersonName): Promise<Caller> => {
    const caller = new Caller(app);
    const answer = await caller.call('/login', { body: { email: emailOf(name), password: PASSWORD } });
    if (answer.status !== 200) throw new Error(`${name} cannot sign in: ${answer.body.message}`);
    caller.cookie = String(answer.raw.headers['set-cookie']).split(';')[0] ?? null;
    return caller;
  };
  return {
    app,
    declared: options.declared ?? DECLARATIONS,
    database,
    anonymous: new Caller(app),
    signIn,
    as: name => {
      const known = callers.get(name) ?? signIn(name);
      callers.set(name, known);
      return known;
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
