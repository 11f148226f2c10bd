import { callsOf, callList } from '../../src/contract/resourceCalls.ts';
import { batchCallOf } from '../../src/contract/imports/batches.ts';
import { importsOf, resourceBulk } from '../../src/contract/imports/calls.ts';
import { DECLARED, columnsOf } from '../../src/contract/cached.ts';
import { isCachedWhole } from '../../src/contract/owner.ts';
import { keyOf, labelOf, ownerField, type Resource } from '../../src/contract/resource.ts';
import { RESOURCES } from '../../src/contract/resources/all.ts';
import { exportColumns, importOf } from '../../src/contract/resourceSheet.ts';
import { sheetOf } from '../../src/contract/resources/sheets.ts';
import { recordSql, recordTable } from '../../src/server/db/recordSql.ts';

/** npm run resource -- NAME: prints everything derived from a resource's declaration. */

const name = (process.argv[2] ?? '').toLowerCase();
const found = (RESOURCES as readonly Resource[]).find(
  ({ id, collection, label }) =>
    [id, collection, label.one].some(known => known.toLowerCase() === name) || id.toLowerCase().endsWith(name),
);

const heading = (text: string): void => console.log(`\n${text}\n${'-'.repeat(text.length)}`);
const table = (rows: readonly (readonly string[])[]): void => {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map(row => (row[at] ?? '').length))) ?? [];
  for (const row of rows)
    console.log(
      `  ${row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd()}`,
    );
};

function print(resource: Resource): void {
  const collection = resource.collection as keyof typeof DECLARED;
  const cached = DECLARED[collection];
  const sheet = sheetOf(resource);
  const placeholder = Object.fromEntries(
    [ownerField(resource), ...Object.keys(resource.fields)].map(field => [field, `{${field}}`]),
  );
  console.log(
    `${resource.label.one} (${resource.id}), ${resource.feature}, ${isCachedWhole(resource.scope) ? `cached with its ${resource.scope}` : 'paged by the server'}`,
  );
  heading('Calls');
  const further = [
    ...importsOf(RESOURCES)
      .filter(known => known.resource === resource)
      .map(({ call }) => call),
    resourceBulk(resource),
    batchCallOf(resource),
  ];
  const calls = [...callList(callsOf(resource) as never), ...further.flatMap(call => call ?? [])];
  table(calls.map(({ id, method, path, permission }) => [id, method, `/api${path}`, permission]));
  heading('Record');
  console.log(`  key in feed, mirror and outbox: ${keyOf(resource, placeholder)}`);
  table(Object.entries(columnsOf(cached)).map(([column, kind]) => [column, kind]));
  table(Object.entries(cached.views).map(([field, view]) => [field, JSON.stringify(view)]));
  heading('SQL');
  const { fields, joins } = recordSql(resource);
  console.log(`  SELECT ${fields}\n  FROM ${recordTable(resource)} p\n  ${joins}`);
  heading('List');
  console.log(`  columns: ${resource.columns.map(column => labelOf(resource, column)).join(', ')}`);
  console.log(
    `  filters: ${Object.entries(resource.filters)
      .map(([key, { is }]) => `${key} (${is})`)
      .join(', ')}`,
  );
  console.log(`  an edit changes: ${resource.edit.map(field => labelOf(resource, field)).join(', ') || 'nothing'}`);
  heading('Sheet');
  const { columns, key, mode, templateFile } = importOf(sheet);
  console.log(`  ${templateFile}, ${mode}, key: ${key.join(', ')}`);
  console.log(
    `  export: ${exportColumns(sheet)
      .map(column => column.heading)
      .join(', ')}`,
  );
  table(columns.map(column => [column.header, JSON.stringify(column.type), `required: ${column.required}`]));
}

if (found) print(found);
else {
  console.error(`There is no resource "${name}". Known: ${RESOURCES.map(({ id }) => id).join(', ')}.`);
  process.exitCode = 1;
}
