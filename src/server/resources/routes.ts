import type { FastifyInstance } from 'fastify';
import { FURTHER_READS } from '../../contract/channelLocation.ts';
import { PAGE_MOST, resolvePage } from '../../contract/common.ts';
import { declaredOf } from '../../contract/cached.ts';
import { mayBeEmpty } from '../../contract/fields/base.ts';
import { namedScope, ownerKey, updatesOf, withMade, type Resource } from '../../contract/resource.ts';
import { deletedKey } from '../../contract/resourceCalls.ts';
import { problemOf } from '../../contract/rule.ts';
import type { Country } from '../../domain/country.ts';
import { readSort } from '../../domain/listQuery.ts';
import type { Person } from '../auth/person.ts';
import type { ServerContext } from '../context.ts';
import type { Queryable } from '../db/transaction.ts';
import type { Effect, Unchanged } from '../writes/write.ts';
import { registerRead, registerWrite } from '../http/registrar.ts';
import { servedOf } from './all.ts';
import { checked, foldedOf, ownerNames, requireNone, withStoredKey } from './checked.ts';
import { resourceExport } from './export.ts';
import type { Input, OwnList, Served } from './extras.ts';
import { listRecords, recordBatches } from './list.ts';
import { choicesOf, countryOfOwner } from './owners.ts';
import { createPlaceResolver, namesContaining, type PlaceResolver } from './placeResolver.ts';
import type { RecordKey } from './records.ts';
import { addRecord, changeRecord, deleteRecord, type Values, type WriteScope } from './write.ts';

/** Registers the calls of declared resources: list, owners to select, export and writes (channels spec 7.2). */
export function recordRoutes(app: FastifyInstance, context: ServerContext): void {
  for (const resource of context.declared.resources) resourceRoutes(app, context, servedOf(resource));
}

/** The list of a resource: its own, or the one that is derived from its declaration. */
const listOf = (db: Queryable, places: PlaceResolver, { resource, extras }: Served): OwnList =>
  extras.list?.(db) ?? {
    page: (entity, filters, paging) => listRecords(db, places, resource, entity, filters, paging),
    batches: (entity, filters, size) => recordBatches(db, places, resource, entity, filters, size),
  };

/** The owner of a record whose input does not specify one. */
const ownerOf = (resource: Resource, entity: Country) =>
  ownerKey(resource).includes('country') ? { country: entity } : {};

const followed = async (db: Queryable, { extras }: Served, effect: Effect | Unchanged, entity: Country) =>
  'unchanged' in effect ? effect : ((await extras.after?.(db, effect, entity)) ?? effect);

/**
 * Adds a record with the values of a call, in the transaction of its write.
 * @throws ApiError 400 with what is wrong with the record, 409 with the existing row
 */
export async function addChecked(db: Queryable, served: Served, input: Input, scope: WriteScope) {
  const { resource, extras } = served;
  const whole = (await extras.before?.(db, scope.entity, input)) ?? input;
  const given = await checked(db, resource, scope.entity, whole);
  requireNone(problemOf(resource, given, scope.entity) ?? (await extras.check?.(db, scope.entity, given as never)));
  const values = withMade(resource, { ...given, ...(await ownerNames(db, resource, scope.entity, given)) });
  const record = { ...ownerOf(resource, scope.entity), ...values, ...foldedOf(resource, values) } as Values & RecordKey;
  return followed(db, served, await addRecord(db, served, record, scope), scope.entity);
}

/**
 * The new values of the fields that an update contains. The console sends all fields of its call, and consoles of older
 * builds omit empty fields, so a field that such a console omits is empty.
 */
const namedFields = (
  { fields }: Resource,
  names: readonly string[],
  input: Input,
  isConsole: boolean,
): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap(name => {
      const value = input[name];
      if (value !== undefined) return [[name, value]];
      return isConsole && mayBeEmpty(fields[name]) ? [[name, null]] : [];
    }),
  );

type ChangeScope = WriteScope & { version: number | undefined; callId: string; said?: Input };

/**
 * Changes fields of the record that a call identifies, in the transaction of its write.
 * @throws ApiError like `changeRecord`
 */
export async function changeChecked(
  db: Queryable,
  served: Served,
  named: Input,
  edited: Input,
  { version, ...scope }: ChangeScope,
) {
  const { resource } = served;
  const changes = (await checked(db, resource, scope.entity, edited)) as Values;
  const key = { ...ownerOf(resource, scope.entity), ...withStoredKey(resource, scope.entity, named) };
  const effect = await changeRecord(db, served, key, version, changes, scope);
  return followed(db, served, effect, scope.entity);
}

function resourceRoutes(app: FastifyInstance, context: ServerContext, served: Served): void {
  const { pool } = context.database;
  const { resource, extras, calls } = served;
  const places = createPlaceResolver(pool);
  const listing = listOf(pool, places, served);
  const named = namedScope(resource);
  /**
   * A record with a channel or 3PL belongs to the entity of that owner; any other record belongs to the entity of the
   * call.
   */
  const entityOf = named === undefined ? {} : { entityOf: countryOfOwner };

  const { choices } = calls;
  if (choices && named) registerRead(app, context, choices, ({ entity }) => choicesOf(pool, named, entity));

  const further = FURTHER_READS[resource.collection];
  if (further) {
    registerRead(app, context, further.addresses, async ({ entity }, { type, str }) => ({
      list: await namesContaining(pool, entity, type, str),
    }));
    registerRead(app, context, further.byId, async ({ entity }, { location_id: locationId }) => {
      const first = { offset: 0, count: 1000, sort: null };
      const { rows } = await listRecords(pool, places, resource, entity, { locationId }, first);
      return { list: rows as never[] };
    });
  }

  const listed = ownerKey(resource).includes('country')
    ? { entityOf: (input: Input) => input['country'] as Country | undefined }
    : {};
  registerRead(
    app,
    context,
    calls.list,
    async ({ entity }, input) => {
      const { page, count, offset } = resolvePage(input);
      const sort = readSort(input.sort, declaredOf(resource).sorts);
      const { rows, total } = await listing.page(entity, input, { offset, count, sort });
      return { list: rows as never[], page, count, total };
    },
    listed,
  );

  const { get } = calls;
  if (get) {
    registerRead(app, context, get, async ({ entity }, input) => {
      const rows: unknown[] = [];
      for await (const batch of listing.batches(entity, input, PAGE_MOST)) rows.push(...batch);
      return { list: rows as never[] };
    });
  }

  resourceExport(app, context, served, listing.batches);

  registerWrite(app, context, calls.add, {
    ...(extras.bringsOwner ? {} : entityOf),
    apply: (db, input, scope) => addChecked(db, served, input, scope),
  });

  for (const update of updatesOf(resource)) {
    const { action, fields, says } = update;
    const call = action === null ? calls.update : calls.actions[action];
    if (!call) throw new Error(`${resource.id} has no call of its update ${action}`);
    registerWrite(app, context, call, {
      ...entityOf,
      apply: async (db, input, scope) => {
        const { changes: edited, version } = (await extras.changes?.(
          db,
          scope.entity,
          update,
          input,
          scope.person,
        )) ?? {
          changes: namedFields(resource, fields, input as Input, scope.isConsole),
          version: input.version,
        };
        const said = Object.fromEntries(says.map(field => [field, (input as Input)[field]]));
        return changeChecked(db, served, input as Input, edited, { ...scope, version, callId: call.id, said });
      },
    });
  }

  if (calls.remove) {
    registerWrite(app, context, calls.remove, {
      ...(entityOf.entityOf
        ? {
            entityOf: (db: Queryable, input: Input, person: Person) =>
              entityOf.entityOf(db, deletedKey(resource, input), person),
          }
        : {}),
      apply: (db, { version, ...input }, scope) =>
        deleteRecord(
          db,
          served,
          {
            ...ownerOf(resource, scope.entity),
            ...withStoredKey(resource, scope.entity, deletedKey(resource, input as Input)),
          },
          version,
          scope,
        ),
    });
  }
}
