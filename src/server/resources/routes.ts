import type { FastifyInstance } from 'fastify';
import { FURTHER_READS } from '../../contract/channelLocation.ts';
import { PAGE_MOST, resolvePage } from '../../contract/common.ts';
import { DECLARED } from '../../contract/cached.ts';
import { ownerIn, OWNERS } from '../../contract/owner.ts';
import {
  fieldsOfKind,
  isOfEntity,
  namedScope,
  scopeOfField,
  updatesOf,
  withMade,
  type Resource,
} from '../../contract/resource.ts';
import { deletedKey } from '../../contract/resourceCalls.ts';
import { RESOURCE_CALLS } from '../../contract/resources/calls.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { postcodeForms, readPostcode } from '../../domain/import/postcodes.ts';
import { readSort } from '../../domain/listQuery.ts';
import { scheduleProblem } from '../../domain/nonWorkingDays.ts';
import { formError } from '../../domain/textForms.ts';
import { configProblem, type ServiceConfig } from '../../domain/serviceableConfig.ts';
import type { ServerContext } from '../context.ts';
import type { Queryable } from '../db/transaction.ts';
import type { Effect, Unchanged } from '../db/write.ts';
import { badRequest } from '../http/envelope.ts';
import { registerRead, registerWrite } from '../http/registrar.ts';
import { withChannel } from './channelConfig/follow.ts';
import { channelChanges, newChannel } from './channelConfig.ts';
import { settingsProblem } from '../../domain/channelConfig/problem.ts';
import { createPlaceResolver, namesContaining } from './placeResolver.ts';
import { choicesOf, countryOfOwner, nameOfOwner } from './owners.ts';
import { checkChannelCdt, checkLocationCdt } from './locationCdt.ts';
import { newSplitProblem } from './nonWorkingDays.ts';
import { resourceExport } from './export.ts';
import { listRecords, recordBatches } from './list.ts';
import { areaByNames, requireArea, requireOwner } from './references.ts';
import type { RecordCollection, RecordKey } from './records.ts';
import { addRecord, changeRecord, deleteRecord, type Values } from './write.ts';

/**
 * The calls of declared resources: list, choices of owners, export and writes (channels spec 7.2). Serviceable locations keep a list of
 * their own (resources/channelLocation).
 */
export function channelRecordRoutes(app: FastifyInstance, context: ServerContext): void {
  for (const resource of RESOURCES) {
    if (resource.collection !== 'channelLocations') resourceRoutes(app, context, resource);
  }
}

type Input = Readonly<Record<string, unknown>>;

/** What a resource does with the values of a new record before they are checked: its own ways of naming things. */
const BEFORE: Readonly<Record<string, (db: Queryable, entity: Country, input: Input) => Promise<Input>>> = {
  channelRoutes: endsById,
  threePlRoutes: endsById,
  channelConfigs: newChannel,
};

/** The fields that an update changes, where its call takes them in further forms, and the version that they were read from. */
const CHANGES: Readonly<Partial<Record<string, typeof channelChanges>>> = { channelConfigs: channelChanges };

/** What follows a written record in the same transaction. */
const AFTER: Readonly<Partial<Record<string, typeof withChannel>>> = { channelConfigs: withChannel };

/** Collections whose new records bring what they are named by: their entity is that of the call. */
const BRINGS_OWNER: readonly string[] = ['channelConfigs'];
/** Why the values of a record do not go together, by rules between fields; null where they do. */
type Check = (
  db: Queryable,
  entity: Country,
  values: Input,
) => { field: string; problem: string } | null | Promise<{ field: string; problem: string } | null>;
const CHECKS: Readonly<Record<string, Check>> = {
  channelServiceConfs: (_db, _entity, values) => configProblem(values as ServiceConfig),
  threePlServiceConfs: (_db, _entity, values) => configProblem(values as ServiceConfig),
  channelConfigs: (_db, entity, values) => settingsProblem(values, entity),
  nonWorkingDays: (db, entity, values) => {
    const found = scheduleProblem(values, entity);
    if (found) return { field: found.key, problem: found.problem };
    // Whether a channel is masked is said when a schedule is made, and by imports.
    return 'WeekendsSetting' in values && 'isMaskChannel' in values ? newSplitProblem(db, entity, values) : null;
  },
  locationCdts: checkLocationCdt,
  channelCdts: checkChannelCdt,
};

function resourceRoutes(app: FastifyInstance, context: ServerContext, resource: Resource): void {
  const { pool } = context.database;
  const collection = resource.collection as RecordCollection;
  const calls = RESOURCE_CALLS[collection];
  const places = createPlaceResolver(pool);
  const named = namedScope(resource);
  /** A record that names its channel or 3PL belongs to that one's entity; any other, to the entity of the call. */
  const entityOf = named === undefined ? {} : { entityOf: (db: Queryable, input: Input) => countryOfOwner(db, input) };
  /** The record's owner where the input does not name it. */
  const owner = (entity: Country) => (isOfEntity(resource) ? { country: entity } : {});

  const { choices } = calls;
  if (choices && named) registerRead(app, context, choices, ({ entity }) => choicesOf(pool, named, entity));

  const further = FURTHER_READS[collection];
  if (further) {
    registerRead(app, context, further.addresses, async ({ entity }, { type, str }) => ({
      list: await namesContaining(pool, entity, type, str),
    }));
    registerRead(app, context, further.byId, async ({ entity }, { location_id: locationId }) => {
      const first = { offset: 0, count: 1000, sort: null };
      const { rows } = await listRecords(pool, places, collection, entity, { locationId }, first);
      return { list: rows as never[] };
    });
  }

  registerRead(app, context, calls.list, async ({ entity }, input) => {
    const { page, count, offset } = resolvePage(input);
    const sort = readSort(input.sort, DECLARED[collection].sorts);
    const { rows, total } = await listRecords(pool, places, collection, entity, input, { offset, count, sort });
    return { list: rows as never[], page, count, total };
  });

  const { get } = calls;
  if (get) {
    registerRead(app, context, get, async ({ entity }, input) => {
      const rows: unknown[] = [];
      for await (const batch of recordBatches(pool, places, collection, entity, input, PAGE_MOST)) rows.push(...batch);
      return { list: rows as never[] };
    });
  }

  resourceExport(app, context, collection, (entity, filters, size) =>
    recordBatches(pool, places, collection, entity, filters, size),
  );

  const followed = async (db: Queryable, effect: Effect | Unchanged, entity: Country) =>
    'unchanged' in effect ? effect : ((await AFTER[collection]?.(db, effect, entity)) ?? effect);

  registerWrite(app, context, calls.add, {
    ...(BRINGS_OWNER.includes(collection) ? {} : entityOf),
    apply: async (db, input, scope) => {
      const whole = (await BEFORE[collection]?.(db, scope.entity, input)) ?? input;
      const given = await checked(db, resource, scope.entity, whole);
      const values = withMade(resource, { ...given, ...(await ownerNames(db, resource, scope.entity, given)) });
      const record = { ...owner(scope.entity), ...values, ...foldedOf(resource, values) } as Values & RecordKey;
      return followed(db, await addRecord(db, collection, record, scope), scope.entity);
    },
  });

  for (const update of updatesOf(resource)) {
    const { action, fields, says } = update;
    const call = action === null ? calls.update : calls.actions[action];
    if (!call) throw new Error(`${resource.id} has no call of its update ${action}`);
    registerWrite(app, context, call, {
      ...entityOf,
      apply: async (db, input, scope) => {
        const { changes: edited, version } = (await CHANGES[collection]?.(
          db,
          scope.entity,
          update,
          input,
          scope.person,
        )) ?? {
          changes: Object.fromEntries(fields.map(field => [field, (input as Input)[field]])),
          version: input.version,
        };
        const changes = (await checked(db, resource, scope.entity, edited, keyIn(resource, input as Input))) as Values;
        const folded = foldedOf(resource, changes);
        const key = { ...owner(scope.entity), ...(input as Input) };
        const said = Object.fromEntries(says.map(field => [field, (input as Input)[field]]));
        const own = { ...scope, callId: call.id, said };
        const effect = await changeRecord(db, collection, key, version, changes, own, folded);
        return followed(db, effect, scope.entity);
      },
    });
  }

  if (calls.remove) {
    registerWrite(app, context, calls.remove, {
      ...(entityOf.entityOf
        ? { entityOf: (db: Queryable, input: Input) => entityOf.entityOf(db, deletedKey(resource, input)) }
        : {}),
      apply: (db, { version, ...input }, scope) =>
        deleteRecord(
          db,
          collection,
          { ...owner(scope.entity), ...deletedKey(resource, input as Input) },
          version,
          scope,
        ),
    });
  }
}

/**
 * The values of a write by the rules of their fields: a place is one of the entity and not too deep, a channel is one of the
 * entity, a postcode has the country's form.
 * @param key what names the record, where the values are a change of it
 * @throws ApiError 400 that names the field
 */
export async function checked(
  db: Queryable,
  resource: Resource,
  entity: Country,
  input: Input,
  key: Input = {},
  together = true,
): Promise<Input> {
  const values: Record<string, unknown> = { ...input };
  for (const [name, { deepest }] of fieldsOfKind(resource, 'place')) {
    if (values[name] !== undefined) await requireArea(db, entity, name, Number(values[name]), deepest);
  }
  for (const [name, field] of fieldsOfKind(resource, 'channel')) {
    if (values[name] !== undefined)
      await requireOwner(db, entity, name, { scope: scopeOfField(field), id: Number(values[name]) });
  }
  for (const [name, { form, label, max }] of fieldsOfKind(resource, 'text')) {
    if (form === undefined || values[name] === undefined) continue;
    if (form !== 'postcode') {
      const problem = formError(label, form, String(values[name]), max);
      if (problem !== null) throw badRequest(`${name}: ${problem}`);
      continue;
    }
    const postcode = readPostcode(String(values[name]), entity);
    if (postcode === null) throw badRequest(`${name}: ${label} must be ${postcodeForms(entity)}`);
    values[name] = postcode;
  }
  const found = together ? await CHECKS[resource.collection]?.(db, entity, { ...key, ...values }) : null;
  if (found) throw badRequest(`${found.field}: ${found.problem}`);
  return values;
}

/** What of an input names the record, beside its owner. */
const keyIn = ({ key }: Resource, input: Input): Input => Object.fromEntries(key.map(name => [name, input[name]]));

/** The names of a new record's channels or 3PLs, where it is listed with them. */
async function ownerNames(db: Queryable, resource: Resource, entity: Country, values: Input): Promise<Input> {
  const names: Record<string, string> = {};
  for (const [name, { of }] of fieldsOfKind(resource, 'text')) {
    const field = of === undefined ? undefined : resource.fields[of];
    if (of === undefined || field?.kind !== 'channel') continue;
    names[name] = (await nameOfOwner(db, entity, { scope: scopeOfField(field), id: Number(values[of]) })) ?? '';
  }
  return names;
}

/** The folded forms of those texts that are searched by them. */
const foldedOf = (resource: Resource, values: Input): Values =>
  Object.fromEntries(
    fieldsOfKind(resource, 'text').flatMap(([name, { folded }]) =>
      folded && values[name] !== undefined ? [[`${name}Folded`, fold(String(values[name]))]] : [],
    ),
  );

/** A route's ends, each by its id or by its names (contract/channelRoute). */
async function endsById(db: Queryable, entity: Country, input: Input): Promise<Input> {
  const endOf = async (side: 'from' | 'to'): Promise<number> => {
    const id = input[`${side}LocationId`];
    if (id !== undefined) return Number(id);
    const name = (level: string) => input[`${side}${level}`] as string | undefined;
    return areaByNames(db, entity, side, { state: name('State'), city: name('City'), district: name('District') });
  };
  const { applicableType } = input;
  const owner = ownerIn(input);
  const owned = owner === null ? {} : { [OWNERS[owner.scope].field]: owner.id };
  return { ...owned, applicableType, fromLocationId: await endOf('from'), toLocationId: await endOf('to') };
}
