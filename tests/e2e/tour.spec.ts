import { readFileSync } from 'node:fs';
import type { APIRequestContext, Locator, Page } from 'playwright/test';
import { read, utils, write } from 'xlsx';
import { isCachedWhole, ownerNumber } from '../../src/contract/owner.ts';
import { exportColumns } from '../../src/contract/resourceSheet.ts';
import {
  canDelete,
  fieldsOfKind,
  inputFields,
  isOfEntity,
  labelOf,
  ownerField,
  type ChoiceField,
  type Field,
  type Resource,
} from '../../src/contract/resource.ts';
import { RESOURCES } from '../../src/contract/resources/all.ts';
import { SHEETS } from '../../src/contract/resources/sheets.ts';
import { expect, test } from './fixtures.ts';
import { entityStates, cachedStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';
import { violations } from './pages/violations.ts';

// Screens go to whichever worker is free: each writes records of its own.
test.describe.configure({ mode: 'parallel' });
/** Every declared screen, as a person works with it: open, filter, create, edit, import, change many and delete offline, reconnect, export. */

const EDITOR = 'id.editor@ops.example';
const CHANNEL = 10027;
const THREE_PL = 501;
/** The channel or 3PL whose records the tour writes. */
const ownerOf = ({ scope }: Resource): number => (scope === '3pl' ? THREE_PL : CHANNEL);

/** Begins every code that the tour writes: where records cannot be deleted, each tour writes other ones. */
const TOUR = `T${Date.now().toString(36).toUpperCase()}`;

type Values = Record<string, string | number | boolean>;

/** A choice that no record of the demo's channel has: the last one, SBS of the applicable types. */
const chosen = ({ choices }: ChoiceField): number => choices.at(-1)?.value ?? 0;

/** Ids of the states and of the cities of the last one: enough of them in the small demo too. */
async function placesOf(request: APIRequestContext): Promise<number[]> {
  const below = async (parent: number): Promise<number[]> => {
    const answer = await request.get(`/api/locations/children?parentId=${parent}`);
    return ((await answer.json()) as { data: { list: { locationId: number }[] } }).data.list.map(
      ({ locationId }) => locationId,
    );
  };
  const states = await below(0);
  return [...(await below(states.at(-1) ?? 0)), ...states];
}

/** Values of a record that nothing else is about: places by their ids, texts of their field's form. */
async function sample(request: APIRequestContext, resource: Resource, at: number): Promise<Values> {
  const places = await placesOf(request);
  const values: Values = {};
  for (const [index, name] of inputFields(resource).entries()) {
    const field = resource.fields[name];
    if (field?.kind === 'choice') values[name] = isOfEntity(resource) ? field.initial : chosen(field);
    else if (field?.kind === 'channel') values[name] = CHANNEL;
    else if (field?.kind === 'text' && field.form === 'code') values[name] = `${TOUR}-${at}`;
    else if (field?.kind === 'flag') values[name] = field.initial;
    else if (field?.kind === 'number') values[name] = Math.max(field.min ?? 0, 1) + at;
    else if (field?.kind === 'day') values[name] = `2031-01-${String(at + 1).padStart(2, '0')}`;
    else if (field?.kind === 'place') values[name] = places.at(-1 - at - index) ?? 0;
    else if (field?.kind === 'text')
      values[name] = field.form === 'postcode' ? `9998${at}` : `TOUR-${at}`.slice(-field.max);
  }
  return values;
}

/** The first choice of a channel's or 3PL's list, by whose last value the tour finds its records: it stays as it is. */
const foundBy = (resource: Resource): string | undefined =>
  isOfEntity(resource) ? undefined : fieldsOfKind(resource, 'choice')[0]?.[0];

/** Fields that an edit may change, and that do not lead the tour to its records. */
const editable = (resource: Resource): string[] =>
  resource.edit.filter(name => resource.fields[name]?.kind !== 'channel' && name !== foundBy(resource));

/** Another value of a field, as a person gives it. */
function otherValue(field: Field | undefined, value: Values[string] | undefined): Values[string] {
  switch (field?.kind) {
    case 'flag':
      return value !== true;
    case 'choice':
      return field.choices.find(choice => choice.value !== value)?.value ?? 0;
    case 'number':
      return Number(value) + 1;
    case 'day':
      return '2031-02-03';
    case 'text':
      return `2-${String(value)}`.slice(0, field.max);
    default:
      throw new Error('the tour changes no such field');
  }
}

/** A value that differs from the record's, of the first field that an edit may change. */
function changed(resource: Resource, values: Values): { name: string; value: Values[string] } | null {
  const [name] = editable(resource);
  return name === undefined ? null : { name, value: otherValue(resource.fields[name], values[name]) };
}

/** What a change of many records sets: a field that the edit of one leaves alone, where there is one. */
function changedTogether(resource: Resource, values: Values): { name: string; value: Values[string] } | null {
  const name = editable(resource).at(-1);
  if (name === undefined) return null;
  const field = resource.fields[name];
  return { name, value: field?.kind === 'text' ? 'TOUR-M' : otherValue(field, values[name]) };
}

/** A value as calls have it: a number is an integer, 10^decimals times what people write. */
const asCalled = (field: Field | undefined, value: Values[string]): Values[string] =>
  field?.kind === 'number' ? Math.round(Number(value) * 10 ** (field.decimals ?? 0)) : value;

async function setField(dialog: Locator, resource: Resource, name: string, value: string | number | boolean) {
  const field = resource.fields[name];
  const label = field?.kind === 'place' ? field.formLabel : labelOf(resource, name);
  if (field?.kind === 'flag') {
    const control = dialog.getByRole('switch', { name: label, exact: true });
    if ((await control.isChecked()) !== value) await control.press('Space');
  } else if (field?.kind === 'channel') {
    const control = dialog.getByRole('combobox', { name: label, exact: true });
    await control.fill(String(value));
    await control.press('Enter');
  } else if (field?.kind === 'choice') {
    await dialog.getByRole('combobox', { name: label, exact: true }).selectOption(String(value));
  } else await dialog.getByRole('textbox', { name: label, exact: true }).fill(String(value));
}

/** A record's cells by heading, as a file has them. */
function cellsOf(resource: Resource, values: Values): Record<string, string | number> {
  const cells: Record<string, string | number> = isOfEntity(resource)
    ? {}
    : { [labelOf(resource, ownerField(resource))]: ownerOf(resource) };
  for (const [name, value] of Object.entries(values)) {
    const field = resource.fields[name];
    const text = typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value;
    const word = field?.kind === 'choice' ? field.choices.find(choice => choice.value === value)?.label : undefined;
    cells[labelOf(resource, name)] = word ?? text;
  }
  return cells;
}

const rowsOf = (bytes: Buffer): Record<string, string | number>[] => {
  const book = read(bytes);
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { defval: '' });
};

const workbook = (rows: readonly Record<string, string | number>[]): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.json_to_sheet([...rows]), 'Sheet1');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

async function download(page: Page): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page
      .getByRole('link', { name: 'Export' })
      .or(page.getByRole('button', { name: 'Export', exact: true }))
      .click(),
  ]);
  return readFileSync(await file.path());
}

/** Every write of this device is on the server. */
const saved = (list: LocationPage): Promise<void> => expect(list.pill).toHaveText(/all saved/, { timeout: 40_000 });

test.beforeEach(async ({ server }) => {
  if (server.pid === undefined) await server.start();
});

/**
 * What has forms or imports of its own has a spec of its own: channelConfiguration, threePlConfiguration, channelConfig, locationCdt (with
 * channel delivery times) and nonWorkingDays. What those leave out is toured below: opening and export.
 */
const ELSEWHERE = [
  'channelServiceConfs',
  'threePlServiceConfs',
  'channelConfigs',
  'locationCdts',
  'channelCdts',
  'nonWorkingDays',
];

for (const resource of RESOURCES as readonly Resource[]) {
  if (ELSEWHERE.includes(resource.collection)) continue;
  const { page: path = 'no page', deletion, log = resource.label.one } = resource;
  const { one } = resource.label;
  const deletes = canDelete(resource);
  const whole = isCachedWhole(resource.scope);
  test(`${one}, ${path}: offline created, edited, imported${deletes ? ', many changed, deleted' : ''}, reconnected; export and log`, async ({
    page,
    signIn,
    network,
  }) => {
    test.setTimeout(180_000);
    const list = new LocationPage(page);
    // All columns: a narrow table leaves out those that a filter fixes.
    await page.setViewportSize({ width: 1920, height: 1080 });
    await signIn(EDITOR);
    const choice = fieldsOfKind(resource, 'choice')[0];
    // Where the tour's records stay, they are found by how their codes begin.
    const [code] = fieldsOfKind(resource, 'text').find(
      ([name, { form }]) => form === 'code' && name in resource.filters,
    ) ?? ['code'];
    const asked = isOfEntity(resource)
      ? { [code]: TOUR }
      : { [ownerField(resource)]: ownerOf(resource), ...(choice ? { [choice[0]]: chosen(choice[1]) } : {}) };
    await page.goto(`${path}?q=${encodeURIComponent(JSON.stringify(asked))}`);
    // A tab of a page, or a page of its own.
    await expect(
      page
        .getByRole('tab', { name: new RegExp(`^${one}s?$`), selected: true })
        .or(page.getByRole('heading', { level: 1, name: one, exact: true })),
    ).toBeVisible();
    await expect(page.getByRole('columnheader').first()).toBeVisible();
    const headings = (await page.getByRole('columnheader').allInnerTexts()).map(text => text.trim());
    expect(headings.filter(text => text !== '')).toEqual([
      ...resource.columns.map(name => labelOf(resource, name)),
      'Action',
    ]);
    expect(await violations(page)).toEqual([]);
    const values = await sample(page.request, resource, 0);
    // The tour may be repeated on the same database.
    const before = await list.rows.count();
    /** How many such records the server has. */
    const total = async (): Promise<number> => {
      const query = new URLSearchParams({ ...asked, page: '1', count: '10' } as Record<string, string>);
      const answer = await page.request.get(`/api${resource.calls.list}?${query}`);
      return ((await answer.json()) as { data: { total: number } }).data.total;
    };
    const stored = await total();

    // Create.
    await page.getByRole('toolbar', { name: 'Operations' }).getByRole('button', { name: 'Create' }).click();
    await expect(list.dialog.getByText(`Create ${one}`)).toBeVisible();
    await list.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(list.dialog.getByText('is required').first()).toBeVisible();
    for (const [name, value] of Object.entries(values)) await setField(list.dialog, resource, name, value);
    expect(await violations(page)).toEqual([]);
    const cached = async () =>
      isOfEntity(resource)
        ? (await entityStates(page))[resource.collection]
        : (await cachedStates(page))[ownerNumber(resource.scope, ownerOf(resource))];
    // Of what is not cached whole, the page that was opened is here.
    if (whole) await expect.poll(cached, { timeout: 60_000 }).toBe('ready');
    await settled(page);

    // Without the server, from the rows on this device: created, edited, and sent when it is back.
    await network.offline();
    await list.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(list.dialog).toBeHidden();
    await expect(list.rows).toHaveCount(before + 1);
    const change = changed(resource, values);
    if (change) {
      await page.reload();
      await expect(list.rows).toHaveCount(before + 1);
      await list.rows.last().getByRole('button', { name: 'Edit' }).click();
      await expect(list.dialog).toBeVisible();
      await setField(list.dialog, resource, change.name, change.value);
      await list.dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(list.dialog).toBeHidden();
      values[change.name] = change.value;
    }
    await network.online();
    await saved(list);
    expect(await total()).toBe(stored + 1);

    // Export: the headings and the record as it was written.
    const sheet = SHEETS[resource.collection as keyof typeof SHEETS];
    const exported = rowsOf(await download(page));
    expect(Object.keys(exported[0] ?? {})).toEqual(exportColumns(sheet).map(({ heading }) => heading));
    const own = cellsOf(resource, values);
    expect(
      exported.some(row => Object.entries(own).every(([heading, cell]) => String(row[heading]) === String(cell))),
    ).toBe(true);

    // Import the exported file with two more records: compared on this device, where they are all here, these alone are new; it
    // waits for the server.
    const more = [await sample(page.request, resource, 4), await sample(page.request, resource, 8)];
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(list.dialog.getByText(`Import ${sheet.name}`)).toBeVisible({ timeout: 20_000 });
    await page.getByLabel('Files to import').setInputFiles({
      name: 'tour.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: workbook([...exported, ...more.map(own => cellsOf(resource, own))]),
    });
    const compared = whole ? ['Added 2', `Unchanged ${exported.length}`] : [`Not compared ${exported.length + 2}`];
    for (const name of compared) await expect(list.dialog.getByRole('tab', { name })).toBeVisible({ timeout: 30_000 });
    await expect(list.dialog.getByText('they are being loaded')).toBeHidden();
    if (resource.batches) {
      await expect(list.dialog.getByLabel('Batch Name')).toHaveValue('tour');
      await list.dialog.getByLabel('Batch Name').fill(TOUR);
    }
    await network.offline();
    await list.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(list.pill).toContainText('1 import waiting', { timeout: 20_000 });
    await network.online();
    await saved(list);
    await expect(list.rows).toHaveCount(before + 3, { timeout: 20_000 });
    expect(await total()).toBe(stored + 3);

    if (resource.batches) {
      const answer = await page.request.get(`/api${resource.batches.list}`);
      const { data } = (await answer.json()) as { data: { list: { batch_name: string }[] } };
      expect(data.list[0]?.batch_name).toBe(TOUR);
    }

    // The log names what was done.
    await page
      .getByRole('button', { name: 'Operation History' })
      .or(page.getByRole('link', { name: 'Operation History' }))
      .click();
    await expect(
      page.getByRole('cell', { name: log === null ? 'Others' : `Import ${log}: tour.xlsx` }).first(),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Details' }).first().click();
    await expect(page.getByRole('dialog').getByText('Records (2)')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goBack();

    if (!deletes) return;
    // Without the server many are changed at once, or deleted where nothing can be changed, and one is deleted by its row.
    await expect(list.rows).toHaveCount(before + 3);
    await settled(page);
    const many = changedTogether(resource, values);
    const bar = page.getByRole('toolbar', { name: 'Selected rows' });
    const together = async (verb: 'Change' | 'Delete') => {
      for (const at of [before, before + 1]) await list.rows.nth(at).getByRole('checkbox').check();
      await bar.getByRole('button', { name: verb, exact: true }).click();
      if (many && verb === 'Change') {
        const control = list.dialog.getByLabel(labelOf(resource, many.name));
        const kind = resource.fields[many.name]?.kind;
        if (kind === 'flag') await control.selectOption(many.value === true ? 'Yes' : 'No');
        else if (kind === 'choice') await control.selectOption(String(many.value));
        else await control.fill(String(many.value));
      }
      await list.dialog.getByRole('button', { name: new RegExp(`^${verb} 2 `) }).click();
      await expect(list.dialog).toBeHidden();
    };
    /** How many records the server has with the value that is set together. */
    const having = async (): Promise<number> => {
      const query = new URLSearchParams({ ...asked, page: '1', count: '100' } as Record<string, string>);
      const answer = await page.request.get(`/api${resource.calls.list}?${query}`);
      const { data } = (await answer.json()) as { data: { list: Values[] } };
      return data.list.filter(
        row => many !== null && row[many.name] === asCalled(resource.fields[many.name], many.value),
      ).length;
    };
    const had = await having();
    await network.offline();
    await list.rows
      .nth(before + 2)
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(
      list.dialog.getByText(deletion?.title ?? `Are you sure to delete this ${one}?`, { exact: true }),
    ).toBeVisible();
    await expect(list.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await list.dialog.getByRole('button', { name: 'Confirm' }).click();
    await together(many ? 'Change' : 'Delete');
    // They are shown as they will be until the server has it.
    for (const at of [before, before + 1, before + 2])
      await expect(list.rows.nth(at)).toHaveAttribute('data-mark', 'queued');
    await network.online();
    await saved(list);
    if (many) {
      await expect.poll(having, { timeout: 30_000 }).toBe(had + 2);
      await expect(list.rows).toHaveCount(before + 2);
      expect(await total()).toBe(stored + 2);
      await together('Delete');
    }
    await expect.poll(total, { timeout: 30_000 }).toBe(stored);
    await saved(list);
    await expect(list.rows).toHaveCount(before);
  });
}

/** Of those, the ones whose list has an export, with what it needs. */
const EXPORTED: Readonly<Record<string, Record<string, number>>> = {
  channelServiceConfs: { channelId: CHANNEL },
  threePlServiceConfs: { threePlId: THREE_PL },
  channelCdts: {},
  nonWorkingDays: { isMaskChannel: 0 },
};

for (const resource of RESOURCES as readonly Resource[]) {
  const asked = EXPORTED[resource.collection];
  if (!asked) continue;
  const { page: path = 'no page' } = resource;
  test(`${resource.label.one}, ${path}: opened; exported with and without the server as it is declared`, async ({
    page,
    signIn,
    network,
  }) => {
    const list = new LocationPage(page);
    await signIn(EDITOR);
    await page.goto(`${path}?q=${encodeURIComponent(JSON.stringify(asked))}`);
    await expect(list.rows.first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const query = new URLSearchParams({ ...asked, page: 1, count: 10 } as unknown as Record<string, string>);
    const answer = await page.request.get(`/api${resource.calls.list}?${query}`);
    const { total } = ((await answer.json()) as { data: { total: number } }).data;
    const headings = exportColumns(SHEETS[resource.collection as keyof typeof SHEETS]).map(({ heading }) => heading);

    const exported = rowsOf(await download(page));
    expect(Object.keys(exported[0] ?? {})).toEqual(headings);
    expect(exported).toHaveLength(total);

    await expect.poll(async () => (await entityStates(page))[resource.collection], { timeout: 60_000 }).toBe('ready');
    await settled(page);
    await network.offline();
    await expect(list.pill).toHaveText(/^Offline/);
    expect(rowsOf(await download(page))).toEqual(exported);
    await network.online();
  });
}
