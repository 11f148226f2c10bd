import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { RESOURCE_COLLECTIONS } from '../../src/contract/call.ts';
import { DECLARED, columnsOf, declaredKey } from '../../src/contract/cached.ts';
import { allImports } from '../../src/contract/imports/registry.ts';
import { importsOf } from '../../src/contract/imports/calls.ts';
import { ALL_CALLS } from '../../src/contract/registry.ts';
import type { Resource } from '../../src/contract/resource.ts';
import { exportColumns } from '../../src/contract/resourceSheet.ts';
import { requireResource, RESOURCES } from '../../src/contract/resources/all.ts';
import { SHEETS } from '../../src/contract/resources/sheets.ts';
import { auditLabel } from '../../src/contract/auditLabel.ts';
import { templateOf } from '../../src/domain/import/template.ts';
import { recordSql } from '../../src/server/db/recordSql.ts';
import { openApiDocument } from '../../src/server/http/openapi.ts';
import { apiDigest } from './apiDigest.ts';
import { mountsPage } from './mountsPage.ts';

/**
 * Everything on which other programs and stored data depend (design 12): the API's description, call ids, record keys,
 * the mirror's columns, the SQL of the lists, and the templates. Changing one of these files changes a promise, so do
 * it deliberately, with `npx vitest run --project unit tests/support/goldens.test.ts -u`.
 */

const golden = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const file = (name: string): string => `goldens/${name}.json`;

it('the API description is unchanged', () =>
  expect(apiDigest(openApiDocument())).toMatchFileSnapshot('goldens/openapi.txt'));

it('the ids, paths and permissions of the calls are unchanged', () =>
  expect(
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
    ),
  ).toMatchFileSnapshot(file('calls')));

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

it('the record keys and the mirror’s columns are unchanged', () =>
  expect(
    golden(
      RESOURCE_COLLECTIONS.map(collection => {
        const { title: _, ...declaration } = DECLARED[collection];
        return {
          ...declaration,
          allColumns: columnsOf(DECLARED[collection]),
          sampleKey: declaredKey(DECLARED[collection], SAMPLE),
        };
      }),
    ),
  ).toMatchFileSnapshot(file('cached')));

it('the SQL of the lists is unchanged', () =>
  expect(
    golden(
      RESOURCE_COLLECTIONS.map(collection => {
        const { fields, joins, sort } = recordSql(requireResource(collection));
        return {
          collection,
          fields,
          joins,
          sorts: Object.fromEntries(DECLARED[collection].sorts.map(field => [field, sort(field)])),
        };
      }),
    ),
  ).toMatchFileSnapshot(file('sql')));

it('the columns, notes and cells of the templates are unchanged', () =>
  expect(
    golden(
      allImports(RESOURCES).map(declaration => ({
        ...declaration,
        template: createHash('sha256')
          .update(JSON.stringify(templateOf(declaration)))
          .digest('hex'),
      })),
    ),
  ).toMatchFileSnapshot(file('imports')));

it('the headings of the exports are unchanged', () =>
  expect(
    golden(Object.fromEntries(Object.entries(SHEETS).map(([collection, sheet]) => [collection, exportColumns(sheet)]))),
  ).toMatchFileSnapshot(file('exports')));

it('the log’s label for each write is unchanged', () =>
  expect(
    golden(
      Object.fromEntries(
        [...ALL_CALLS.filter(({ write }) => write), ...importsOf(RESOURCES).map(({ call }) => call)].map(({ path }) => {
          const { label, kind, feature } = auditLabel(path, '{}');
          return [path, { label, kind, feature }];
        }),
      ),
    ),
  ).toMatchFileSnapshot(file('log')));

it('the URLs of the lists and the questions before a deletion are unchanged', () =>
  expect(
    golden(
      Object.fromEntries(
        (RESOURCES as readonly Resource[]).map(({ collection, page, deletion }) => [
          collection,
          { page: page?.path, deletion },
        ]),
      ),
    ),
  ).toMatchFileSnapshot(file('pages')));

it('the page of mounts lists every mount and page with its business area and project', () =>
  expect(mountsPage()).toMatchFileSnapshot('../../docs/mounts.md'));
