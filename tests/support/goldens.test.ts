import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { HELD_COLLECTIONS } from '../../src/contract/call.ts';
import { EXPORT_COLUMNS } from '../../src/contract/channelLocationExport.ts';
import { HELD, columnsOf, heldKey } from '../../src/contract/held.ts';
import { ALL_IMPORTS } from '../../src/contract/imports/registry.ts';
import { ALL_CALLS } from '../../src/contract/registry.ts';
import { templateOf } from '../../src/domain/import/template.ts';
import { recordSql } from '../../src/server/db/heldTables.ts';
import { openApiDocument } from '../../src/server/http/openapi.ts';

/**
 * What other programs and stored data rely on (design 12): the API's description, call ids, record keys, the mirror's columns,
 * the SQL of the lists and the templates. A change of one of these files is a change of a promise: make it on purpose,
 * with `npx vitest run --project unit tests/support/goldens.test.ts -u`.
 */

const golden = (value: unknown, name: string) =>
  expect(`${JSON.stringify(value, null, 2)}\n`).toMatchFileSnapshot(`goldens/${name}.json`);

/** The same value with the keys of every object in one order: the order of properties is no promise. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, own]) => [key, key === 'required' && Array.isArray(own) ? own.toSorted() : sorted(own)]),
  );
}

it('keeps the description of the API', () => golden(sorted(openApiDocument()), 'openapi'));

it('keeps the ids, paths and rights of the calls', () =>
  golden(
    ALL_CALLS.map(({ id, method, path, aliases, permission, offline, paging, write }) => ({
      id,
      method,
      path,
      aliases,
      permission,
      offline,
      paging,
      write: write && { collection: write.collection, kind: write.kind },
    })),
    'calls',
  ));

const SAMPLE = {
  channelId: 10021,
  type: 1,
  applicableType: 1,
  locationId: 7,
  fromLocationId: 7,
  toLocationId: 9,
  zipcode: '40115',
  id: 5,
};

it('keeps record keys and the columns of the mirror', () =>
  golden(
    HELD_COLLECTIONS.map(collection => {
      const { title: _, ...declaration } = HELD[collection];
      return {
        ...declaration,
        allColumns: columnsOf(HELD[collection]),
        sampleKey: heldKey(HELD[collection], SAMPLE),
      };
    }),
    'held',
  ));

it('keeps the SQL of the lists', () =>
  golden(
    HELD_COLLECTIONS.map(collection => {
      const { fields, joins, sort } = recordSql(collection);
      return {
        collection,
        fields,
        joins,
        sorts: Object.fromEntries(HELD[collection].sorts.map(field => [field, sort(field)])),
      };
    }),
    'sql',
  ));

it('keeps columns, notes and cells of the templates', () =>
  golden(
    ALL_IMPORTS.map(declaration => ({
      ...declaration,
      template: createHash('sha256')
        .update(JSON.stringify(templateOf(declaration)))
        .digest('hex'),
    })),
    'imports',
  ));

it('keeps the headings of the exports', () => golden({ channelLocations: EXPORT_COLUMNS }, 'exports'));
