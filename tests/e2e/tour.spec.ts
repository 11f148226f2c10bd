import { readFileSync } from 'node:fs';
import type { APIRequestContext, BrowserContext, Locator, Page } from 'playwright/test';
import { read, utils, write } from 'xlsx';
import { isCachedWhole, cachedOwner } from '../../src/contract/owner.ts';
import { exportColumns, type Sheet } from '../../src/contract/resourceSheet.ts';
import { kindOf, type Field } from '../../src/contract/fields/all.ts';
import type { ChoiceField } from '../../src/contract/fields/choice.ts';
import type { NumberField } from '../../src/contract/fields/number.ts';
import type { TextField } from '../../src/contract/fields/text.ts';
import {
  canDelete,
  canImport,
  fieldsOfKind,
  inputFields,
  isOfEntity,
  labelOf,
  mayBeBlank,
  ownerField,
  updatesOf,
  type Resource,
} from '../../src/contract/resource.ts';
import { RESOURCES, type ResourceCollection } from '../../src/contract/resources/all.ts';
import { CHANNEL_GROUPS } from '../../src/contract/resources/channelConfig.ts';
import { SHEETS } from '../../src/contract/resources/sheets.ts';
import { EDITOR } from '../support/accounts.ts';
import { problemAfter } from '../../src/contract/rule.ts';
import { keyInputs } from '../../src/sync/testing/otherKeys.ts';
import { lawful } from '../support/rules.ts';
import { expect, test as base } from './fixtures.ts';
import { entityStates, cachedStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';
import { freeOwner, OWN_SCREENS, type OwnScreen, type Values } from './pages/tourScreens.ts';
import { touredWhole } from './pages/tourWhole.ts';
import { violations } from './pages/violations.ts';
import { rowAction } from './pages/rowAction.ts';

/** The worker's installed console: like a person, the worker installs it once and then moves from screen to screen. */
let installed: BrowserContext | undefined;
const test = base.extend({
  context: async ({ browser, network }, use) => {
    installed ??= await browser.newContext({
      baseURL: network.url,
      locale: 'en-GB',
      // Wide enough for all columns; a narrow table hides those that a filter makes constant.
      viewport: { width: 1920, height: 1080 },
    });
    await use(installed);
    for (const page of installed.pages()) await page.close();
  },
});

// Whichever worker is free tours the next screen, and each tour writes its own records.
test.describe.configure({ mode: 'parallel' });
/**
 * Every declared screen, used as a person would: open, filter, create, edit, import, bulk change and delete offline,
 * reconnect, export. The declaration determines which of these apply, pages/tourScreens contains screen-specific
 * details, and pages/tourWhole selects the screens that are toured completely; the others are only opened, filled in
 * offline and sent.
 */

const CHANNEL = 10027;
const THREE_PL = 501;
/** Prefix of all codes that the tour writes; if records cannot be deleted, every tour needs new codes. */
const TOUR = `T${Date.now().toString(36).toUpperCase()}`;

/** The tour's records have these numbers: the one it creates, and the others of its file or its further forms. */
const STEP = 4;
/** A choice that no record of the demo's channel uses: the last one, e.g. SBS for applicable types. */
const chosen = ({ choices }: ChoiceField): number => choices.at(-1)?.value ?? 0;

/** Input for touring a screen: the resource, the owner of its records, and screen-specific details. */
interface Way {
  resource: Resource;
  own: OwnScreen;
  /** The channel or 3PL to which the records belong or refer. */
  owner: number;
  /** Ids of places: the cities of the last state, followed by all states; even the small demo has enough of them. */
  places: readonly number[];
  states: readonly number[];
}

async function wayOf(request: APIRequestContext, resource: Resource): Promise<Way> {
  const below = async (parent: number): Promise<number[]> => {
    const answer = await request.get(`/api/locations/children?parentId=${parent}`);
    return ((await answer.json()) as { data: { list: { locationId: number }[] } }).data.list.map(
      ({ locationId }) => locationId,
    );
  };
  const states = await below(0);
  const own = OWN_SCREENS[resource.collection as ResourceCollection] ?? {};
  for (const at of [0, STEP, 2 * STEP]) {
    const named = own.refersTo?.(at);
    // If the record exists, an earlier tour has created it.
    if (named) expect([200, 409]).toContain((await request.post(`/api${named.path}`, { data: named.data })).status());
  }
  return {
    resource,
    own,
    owner: (await freeOwner(request, resource)) ?? (resource.scope === '3pl' ? THREE_PL : CHANNEL),
    places: [...(await below(states.at(-1) ?? 0)), ...states],
    states,
  };
}

/** Values of a record that does not exist yet: places by id, and strings in their field's format. */
function sample({ resource, own, owner, places, states }: Way, at: number): Values {
  const values: Values = {};
  for (const [index, name] of (own.form?.fields ?? inputFields(resource)).entries()) {
    const field = resource.fields[name];
    if (field?.kind === 'choice') values[name] = isOfEntity(resource) ? field.initial : chosen(field);
    else if (field?.kind === 'channel') values[name] = owner;
    else if (field?.kind === 'text' && (field.form === 'code' || name === own.foundBy)) values[name] = `${TOUR}-${at}`;
    else if (field?.kind === 'flag') values[name] = field.initial;
    else if (field?.kind === 'number') values[name] = numberWithin(field, at);
    else if (field?.kind === 'day') values[name] = `2031-01-${String(at + 1).padStart(2, '0')}`;
    else if (field?.kind === 'place') values[name] = places.at(-1 - at - index) ?? 0;
    else if (field?.kind === 'text' && field.form !== undefined && field.form !== 'postcode')
      values[name] = exampleOf(resource, name, field);
    else if (field?.kind === 'text')
      values[name] = field.form === 'postcode' ? `9998${at}` : `TOUR-${at}`.slice(-field.max);
    else if (field && !mayBeBlank(field)) values[name] = written(field, kindOf(field).sample(field, at));
  }
  const given = { ...values, ...own.values?.(at, states, owner) };
  return own.values ? given : keepingRule(resource, given);
}

/** A number within a field's bounds, different for each record of the tour if the field has enough values. */
function numberWithin({ min = 0, max = Infinity }: NumberField, at: number): number {
  const first = Math.max(min, 1);
  return first + at <= max ? first + at : first + ((at / STEP) % (Math.floor(max - first) + 1));
}

/** A text with a form: that of the declaration's example, or a sample of its kind. */
function exampleOf({ examples }: Resource, name: string, field: TextField): string {
  const given = examples?.[0]?.[name] ?? kindOf(field).sample(field, 0);
  const read = kindOf(field).canonical(field, given, 'ID');
  return String('value' in read ? read.value : given);
}

/** A stored value as a person would type it. */
function written(field: Field, value: unknown): Values[string] {
  const { typed } = kindOf(field);
  return typed ? typed.write(field, value, 'ID') : (value as Values[string]);
}

/** Converts values to the format that calls expect. */
const storedOf = ({ fields }: Resource, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asCalled(fields[name], value)]));

/** Replaces values that break the rule between fields. */
function keepingRule(resource: Resource, values: Values): Values {
  const stored = storedOf(resource, values);
  const names = editable(resource).filter(name => name in values);
  const changes = Object.entries(lawful(resource, stored, names)).filter(([name, value]) => stored[name] !== value);
  return {
    ...values,
    ...Object.fromEntries(changes.map(([name, value]) => [name, written(resource.fields[name] as Field, value)])),
  };
}

/**
 * The first choice in a channel's or 3PL's list. The tour finds its records by this choice's last value, so it does not
 * edit the choice.
 */
const foundBy = (resource: Resource): string | undefined =>
  isOfEntity(resource) ? undefined : fieldsOfKind(resource, 'choice')[0]?.[0];

/** Fields that an edit can change and that the tour does not use to find its records. */
const editable = (resource: Resource): string[] =>
  resource.edit.filter(name => resource.fields[name]?.kind !== 'channel' && name !== foundBy(resource));

/** A different value for a field, as a person would enter it. */
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
      if (field.form === undefined || field.form === 'code' || field.form === 'postcode')
        return `2-${String(value)}`.slice(0, field.max);
      return otherSample(field, value);
    default: {
      if (!field || kindOf(field).typed === null) throw new Error('the tour changes no such field');
      return otherSample(field, value);
    }
  }
}

function otherSample(field: Field, value: Values[string] | undefined): Values[string] {
  const others = [7, 8].map(n => written(field, kindOf(field).sample(field, n)));
  return others.find(other => other !== value) ?? '';
}

/**
 * The tour's edit: a value different from the record's, and the button of the update that accepts it; null if nothing
 * is edited.
 */
function changed(
  { resource, own }: Way,
  values: Values,
): { button: string; name: string; value: Values[string] } | null {
  const { edit } = own;
  const button = updatesOf(resource).find(({ action }) => action === (edit?.action ?? null))?.label;
  const other = (name: string) => otherValue(resource.fields[name], values[name]);
  const name = edit?.field ?? firstKeeping(resource, values, editable(resource), other);
  if (button === undefined || name === undefined) return null;
  return { button, name, value: edit?.value ?? other(name) };
}

/** The first field whose other value keeps the rule of a record; the first field of all if there is none. */
function firstKeeping(
  resource: Resource,
  values: Values,
  names: readonly string[],
  other: (name: string) => Values[string],
): string | undefined {
  const keeps = (name: string): boolean =>
    problemAfter(resource, storedOf(resource, values), storedOf(resource, { [name]: other(name) }), 'ID') === null;
  return names.find(keeps) ?? names[0];
}

/** The value set by a bulk change, if possible in a field that the single edit does not change. */
function changedTogether(resource: Resource, values: Values): { name: string; value: Values[string] } | null {
  const other = (name: string): Values[string] => {
    const field = resource.fields[name];
    return field?.kind === 'text' && field.form === undefined ? 'TOUR-M' : otherValue(field, values[name]);
  };
  const name = firstKeeping(resource, values, editable(resource).toReversed(), other);
  return name === undefined ? null : { name, value: other(name) };
}

/** A value as calls expect it: numbers are integers, 10^decimals times the displayed value, and lists are JSON. */
const asCalled = (field: Field | undefined, value: Values[string]): Values[string] => {
  if (field?.kind === 'json') {
    const read = kindOf(field).canonical(field, value, 'ID');
    return 'value' in read ? String(read.value) : value;
  }
  const rule = field && kindOf(field).rule?.(field);
  return rule ? Math.round(Number(value) * 10 ** rule.decimals) : value;
};

async function setField(dialog: Locator, { resource, own }: Way, name: string, value: string | number | boolean) {
  const field = resource.fields[name];
  const label = own.form?.labels?.[name] ?? (field?.kind === 'place' ? field.formLabel : labelOf(resource, name));
  if (field?.kind === 'flag') {
    const control = dialog.getByRole('switch', { name: label, exact: true });
    if ((await control.isChecked()) !== value) await control.press('Space');
  } else if (field?.kind === 'channel') {
    const control = dialog.getByRole('combobox', { name: label, exact: true });
    await control.fill(String(value));
    await control.press('Enter');
  } else if (field?.kind === 'choice') {
    await dialog.getByRole('combobox', { name: label, exact: true }).selectOption(String(value));
  } else if (field?.kind === 'json' && field.list) {
    const chosen = String(written(field, value)).split(', ');
    const options = dialog.getByRole('group', { name: label, exact: true }).getByRole('checkbox');
    for (const [at, option] of field.list.of.entries()) await options.nth(at).setChecked(chosen.includes(option.label));
  } else if (field?.kind === 'text' && field.form === 'holidays') {
    await dialog.getByPlaceholder('Add a day, or paste several').fill(String(value));
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  } else await dialog.getByRole('textbox', { name: label, exact: true }).fill(String(value));
}

/** A record's cells, keyed by heading, as in a file. */
function cellsOf({ resource, owner }: Way, values: Values): Record<string, string | number> {
  const cells: Record<string, string | number> = isOfEntity(resource)
    ? {}
    : { [labelOf(resource, ownerField(resource))]: owner };
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

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

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

/** Waits until all writes on this device have reached the server. */
const saved = (list: LocationPage): Promise<void> => expect(list.pill).toHaveText(/all saved/, { timeout: 40_000 });

/**
 * The filter by which the tour finds its records: their owner and the last choice or, if records cannot be deleted, the
 * prefix of their code.
 */
function askedOf({ resource, own, owner }: Way): Values {
  const [choice] = fieldsOfKind(resource, 'choice');
  if (own.asked) return own.asked;
  if (!isOfEntity(resource))
    return { [ownerField(resource)]: owner, ...(choice && !choice[1].any ? { [choice[0]]: chosen(choice[1]) } : {}) };
  const named = keyInputs(resource).find(name => resource.fields[name]?.kind === 'channel' && name in resource.filters);
  if (own.foundBy === undefined && named !== undefined) return { [named]: owner };
  const [code] = fieldsOfKind(resource, 'text').find(
    ([name, { form }]) => form === 'code' && name in resource.filters,
  ) ?? ['code'];
  return { [own.foundBy ?? code]: TOUR };
}

/** The steps of a screen's tour according to its declaration, and the features that the screen lacks. */
function stepsOf(resource: Resource, own: OwnScreen): { steps: readonly Step[]; missing: readonly string[] } {
  if (!WHOLE.has(resource.collection))
    return { steps: ['create', 'send', ...(canDelete(resource) ? (['delete'] as const) : [])], missing: [] };
  const creates = own.form !== null;
  const imports = canImport(resource) || own.part !== undefined;
  const changes: Step[] = [...(creates ? (['create'] as const) : []), 'edit', 'export'];
  const files: Step[] = imports ? ['import'] : [];
  return {
    // If records can be created only by files, the import comes first.
    steps: [
      ...(creates ? [...changes, ...files] : [...files, ...changes]),
      'log',
      ...(canDelete(resource) ? (['change many and delete'] as const) : []),
    ],
    missing: [...(imports ? [] : ['import']), ...(canDelete(resource) ? [] : ['deletion'])],
  };
}
type Step = 'create' | 'send' | 'edit' | 'export' | 'import' | 'log' | 'delete' | 'change many and delete';

const WHOLE = touredWhole(RESOURCES);

for (const resource of RESOURCES as readonly Resource[]) {
  const screen = OWN_SCREENS[resource.collection as ResourceCollection] ?? {};
  const { path = resource.page?.path ?? 'no page', name = resource.page?.title ?? resource.label.one } = screen;
  const { deletion, log = resource.label.one } = resource;
  const { one } = resource.label;
  const whole = isCachedWhole(resource.scope);
  const { steps, missing } = stepsOf(resource, screen);
  const without = missing.length > 0 ? `; declared without ${missing.join(' and ')}` : '';
  test(`${one}, ${path}: open, filter, ${steps.join(', ')}, offline and reconnected${without}`, async ({
    page,
    authenticate,
    network,
  }) => {
    test.setTimeout(180_000);
    const list = new LocationPage(page);
    await authenticate(EDITOR);
    const way = await wayOf(page.request, resource);
    const asked = askedOf(way);
    await page.goto(`${path}?q=${encodeURIComponent(JSON.stringify(asked))}`);
    // Matches a tab of a page, a separate page, or both if they have the same name.
    await expect(
      page
        .getByRole('tab', { name: new RegExp(`^${name}s?$`), selected: true })
        .or(page.getByRole('heading', { level: 1, name, exact: true }))
        .first(),
    ).toBeVisible();
    const head = screen.headings ?? resource.columns.map(column => labelOf(resource, column));
    await expect
      .poll(async () => {
        const texts = await page.getByRole('columnheader').allInnerTexts();
        return texts.map(text => text.trim()).filter(text => text !== '');
      })
      .toEqual([...head, 'Action']);
    expect(await violations(page)).toEqual([]);
    const listed = async (): Promise<{ total: number; list: Values[] }> => {
      const query = new URLSearchParams({ ...asked, page: '1', count: '100' } as Record<string, string>);
      const answer = await page.request.get(`/api${resource.calls.list}?${query}`);
      return ((await answer.json()) as { data: { total: number; list: Values[] } }).data;
    };
    /** Number of matching records on the server. */
    const total = async (): Promise<number> => (await listed()).total;
    const stored = await total();
    // The tour may run several times on the same database.
    await expect(list.rows).toHaveCount(Math.min(stored, 10));
    const before = await list.rows.count();
    /** Number of rows created by the tour so far. */
    let rows = 0;
    const values = sample(way, 0);
    let exported: Record<string, string | number>[] = [];
    /** The rows in an export made on the device, including pending changes. */
    let waiting: typeof exported | null = null;
    const sheet = SHEETS[resource.collection as ResourceCollection];
    const confirm = (question: string) =>
      page.getByRole('alertdialog', { name: question }).getByRole('button', { name: 'Confirm' }).click();
    const cached = async () => {
      const state = isOfEntity(resource)
        ? (await entityStates(page))[resource.collection]
        : (await cachedStates(page))[cachedOwner(resource.scope, way.owner)];
      expect(state).toBe('ready');
    };
    /** Waits until the tour's rows, the code of its dialogs and the console are on the device. */
    const ready = async (): Promise<void> => {
      // If the resource is not completely cached, at least the opened page is on the device.
      if (whole) await expect(cached).toPass({ intervals: [100], timeout: 60_000 });
      await settled(page);
    };

    /** Creates a record while the server is stopped, using the rows on this device. */
    const create = async (): Promise<void> => {
      const { title = `Create ${one}`, missing: says = 'is required' } = screen.form ?? {};
      await page.getByRole('toolbar', { name: 'Operations' }).getByRole('button', { name: 'Create' }).click();
      await expect(list.dialog.getByText(title)).toBeVisible();
      await list.dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(list.dialog.getByText(says).first()).toBeVisible();
      for (const [field, value] of Object.entries(values)) await setField(list.dialog, way, field, value);
      expect(await violations(page)).toEqual([]);
      await ready();
      await network.offline();
      await list.dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(list.dialog).toBeHidden();
      rows = 1;
      await expect(list.rows).toHaveCount(before + rows);
    };

    /** Pending writes reach the server once it is back. */
    const send = async (): Promise<void> => {
      await network.online();
      await saved(list);
      await expect.poll(() => total()).toBe(stored + rows);
    };

    /** Edits a record after a reload while the server is stopped; the edit is sent once the server is back. */
    const edit = async (): Promise<void> => {
      const change = changed(way, values);
      if (change) {
        await ready();
        await network.offline();
        await page.reload();
        await expect(list.rows).toHaveCount(before + rows);
        await list.rows.last().getByRole('button', { name: change.button, exact: true }).click();
        await expect(list.dialog).toBeVisible();
        await setField(list.dialog, way, change.name, change.value);
        await list.dialog.getByRole('button', { name: 'Apply' }).click();
        if (screen.asksToEdit !== undefined) await confirm(screen.asksToEdit);
        await expect(list.dialog).toBeHidden();
        values[change.name] = change.value;
        await expect(list.pill).toHaveText(/^Offline/);
        if (whole) waiting = rowsOf(await download(page));
      }
      await send();
    };

    /** The file contains the headings and the record as written, as did the device's own file. */
    const exports = async (): Promise<void> => {
      exported = rowsOf(await download(page));
      // If the server has not assigned a number yet, the device leaves the cell empty.
      const number = labelOf(resource, resource.numbered ?? '');
      const now = exported.map((row, at) => (waiting?.[at]?.[number] === '' ? { ...row, [number]: '' } : row));
      if (waiting) expect(waiting).toEqual(now);
      expect(Object.keys(exported[0] ?? {})).toEqual(exportColumns(sheet).map(({ heading }) => heading));
      expect(exported).toHaveLength(await total());
      const cells = Object.entries(cellsOf(way, values));
      expect(
        exported.filter(row => cells.every(([heading, cell]) => String(row[heading]) === String(cell))),
      ).toHaveLength(1);
    };

    /** Selects a file: it is compared on this device and then waits for the server. */
    const sendFile = async (
      { overwrite, question }: Sheet,
      file: Buffer,
      compared: Record<string, number>,
    ): Promise<void> => {
      await page.getByLabel('Files to import').setInputFiles({ name: 'tour.xlsx', mimeType: WORKBOOK, buffer: file });
      for (const [tab, count] of Object.entries(compared))
        await expect(list.dialog.getByRole('tab', { name: `${tab} ${count}` })).toBeVisible({ timeout: 30_000 });
      if (resource.batches && !resource.batches.unnamed) {
        await expect(list.dialog.getByLabel('Batch Name')).toHaveValue('tour');
        await list.dialog.getByLabel('Batch Name').fill(TOUR);
      }
      await ready();
      await network.offline();
      await list.dialog.getByRole('button', { name: 'Apply' }).click();
      const asks = overwrite?.question ?? question;
      if (asks !== undefined) await confirm(asks);
      await expect(list.pill).toContainText('1 import waiting', { timeout: 20_000 });
      await network.online();
      await saved(list);
    };

    /** Imports the exported file with two more records, which are the only new ones. */
    const importMore = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(list.dialog.getByText(`Import ${sheet.name}`)).toBeVisible({ timeout: 20_000 });
      const more = [sample(way, STEP), sample(way, 2 * STEP)];
      const file = workbook([...exported, ...more.map(record => cellsOf(way, record))]);
      const compared = { Added: 2, ...(exported.length > 0 ? { Unchanged: exported.length } : {}) };
      await sendFile(sheet, file, whole ? compared : { 'Not compared': exported.length + 2 });
      rows += 2;
      await expect(list.rows).toHaveCount(before + rows, { timeout: 20_000 });
      await expect.poll(() => total()).toBe(stored + rows);
      // The tour continues with the last row.
      if (rows === 2) Object.assign(values, more[1]);
      if (!resource.batches) return;
      const pages = resource.batches.unnamed ? '?page=1&count=10' : '';
      const answer = await page.request.get(`/api${resource.batches.list}${pages}`);
      const { data } = (await answer.json()) as { data: { list: { batch_name: string }[] } };
      expect(data.list[0]?.batch_name).toBe(resource.batches.unnamed ? 'tour' : TOUR);
    };

    /** Imports a group's exported file with different values, which are the only changes. */
    const importPart = async ({ name: part, behind }: NonNullable<OwnScreen['part']>): Promise<void> => {
      const group = sheet.parts?.find(own => own.part === part);
      if (!group) throw new Error(`${one} has no sheet of ${part}`);
      const [was] = (await listed()).list;
      await page.getByRole('button', { name: behind }).click();
      const { label } = CHANNEL_GROUPS[part];
      const [file] = await Promise.all([
        page.waitForEvent('download', { timeout: 60_000 }),
        list.dialog.getByRole('button', { name: `Export ${label} settings` }).click(),
      ]);
      const [line = {}, ...others] = rowsOf(readFileSync(await file.path()));
      expect(others).toEqual([]);
      expect(Object.keys(line)).toEqual(exportColumns(group).map(({ heading }) => heading));
      const fields = group.columns.filter(column => !resource.key.includes(column) && !group.info?.includes(column));
      const next = Object.fromEntries(fields.map((field, at) => [field, at + 2]));
      await list.dialog.getByRole('button', { name: `Import ${label} settings` }).click();
      await sendFile(group, workbook([{ ...line, ...cellsOf(way, next) }]), { Changed: 1 });
      const { version, updatedBy: _by, updatedAt: _at, ...left } = was as Values & { version: number };
      const called = Object.entries(next).map(([field, value]) => [field, asCalled(resource.fields[field], value)]);
      await expect
        .poll(async () => (await listed()).list, { timeout: 20_000 })
        .toEqual([expect.objectContaining({ ...left, ...Object.fromEntries(called), version: version + 1 })]);
    };

    /** The log lists the operations, and their details list a file's records. */
    const logged = async (): Promise<void> => {
      await page
        .getByRole('button', { name: 'Operation History' })
        .or(page.getByRole('link', { name: 'Operation History' }))
        .click();
      const last = steps.filter(step => step === 'edit' || step === 'import').at(-1) === 'import' ? 'Import' : 'Edit';
      const words = log === null ? 'Others' : `${last} ${log}`.trim();
      const cell = last === 'Import' && log !== null ? `${words}: tour.xlsx` : words;
      await expect(page.getByRole('cell', { name: cell }).first()).toBeVisible();
      await page.getByRole('button', { name: 'Details' }).first().click();
      const details = page.getByRole('dialog');
      if (last === 'Import') await expect(details.getByText(`Records (${screen.part ? 1 : 2})`)).toBeVisible();
      else await expect(details).toBeVisible();
      await page.keyboard.press('Escape');
      await page.goBack();
    };

    /** Creates two more records one at a time, because there is no file for them. */
    const createMore = async (): Promise<void> => {
      for (const record of [sample(way, STEP), sample(way, 2 * STEP)]) {
        await page.getByRole('toolbar', { name: 'Operations' }).getByRole('button', { name: 'Create' }).click();
        for (const [field, value] of Object.entries(record)) await setField(list.dialog, way, field, value);
        await list.dialog.getByRole('button', { name: 'Apply' }).click();
        await expect(list.dialog).toBeHidden();
      }
      await saved(list);
    };

    /** Deletes a row's record after confirming. */
    const removeRow = async (row: Locator): Promise<void> => {
      await rowAction(row, 'Delete');
      await expect(
        list.dialog.getByText(deletion?.title ?? `Are you sure to delete this ${one}?`, { exact: true }),
      ).toBeVisible();
      await expect(list.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await list.dialog.getByRole('button', { name: 'Confirm' }).click();
    };

    /** Deletes the tour's record again. */
    const remove = async (): Promise<void> => {
      await removeRow(list.rows.last());
      await expect(list.rows).toHaveCount(before);
      rows = 0;
      await send();
    };

    /**
     * While the server is stopped, changes many records at once (or deletes them, if they cannot be changed), and
     * deletes one from its row.
     */
    const changeAndDelete = async (): Promise<void> => {
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
      if (!canImport(resource)) await createMore();
      await expect(list.rows).toHaveCount(before + 3);
      await settled(page);
      /** Number of records on the server with the value set by the bulk change. */
      const having = async (): Promise<number> =>
        (await listed()).list.filter(
          row => many !== null && row[many.name] === asCalled(resource.fields[many.name], many.value),
        ).length;
      const had = await having();
      await network.offline();
      await removeRow(list.rows.nth(before + 2));
      await together(many ? 'Change' : 'Delete');
      // Until the server has the change, the rows are shown with their future values.
      for (const at of [before, before + 1, before + 2])
        await expect(list.rows.nth(at)).toHaveAttribute('data-mark', 'queued');
      await network.online();
      await saved(list);
      if (many) {
        await expect.poll(having, { timeout: 30_000 }).toBe(had + 2);
        await expect(list.rows).toHaveCount(before + 2);
        await expect.poll(() => total()).toBe(stored + 2);
        await together('Delete');
      }
      await expect.poll(total, { timeout: 30_000 }).toBe(stored);
      await saved(list);
      await expect(list.rows).toHaveCount(before);
    };

    const run: Record<Step, () => Promise<void>> = {
      create,
      send,
      delete: remove,
      edit,
      export: exports,
      import: () => (screen.part ? importPart(screen.part) : importMore()),
      log: logged,
      'change many and delete': changeAndDelete,
    };
    for (const step of steps) await test.step(step, run[step]);
  });
}
