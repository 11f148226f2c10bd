import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { utils, write } from 'xlsx';
import type { ChannelLocationRow } from '../../src/contract/channelLocation.ts';
import { serviceCode, type ServiceCodeRow } from '../../src/contract/resources/serviceCode.ts';
import { DEMO_PASSWORD } from '../../src/server/demo/accounts.ts';
import type { Network } from '../support/relay.ts';
import type { Colleague } from './colleague.ts';
import { ENTER, type Console } from './console.ts';
import { holdDatabases, lockedDatabases } from './held.ts';

/** The context of a story. */
export interface Cast {
  console: Console;
  network: Network;
  /** Signed in as an administrator, independently of the browser and its network. */
  colleague: Colleague;
  /** A folder for the story's files. */
  folder: string;
}

/** A story of a person at work; each story continues where the previous one ended. */
export interface Story {
  name: string;
  tell: (cast: Cast) => Promise<void>;
}

const EDITOR = 'id.editor@ops.example';
const CHANNEL = 10022;
const STATE = 'Bali';
/** Prefix of all codes written by the stories. */
const CODE = `B${Date.now().toString(36).toUpperCase()}`;
const DIALOG = 'dialog[open], [role=dialog], [role=alertdialog]';
const FLAG = 'Support COD Pickup';
/** A busy database responds within milliseconds; one locked by a page kept alive never does. */
const LOCK_MOST = 15_000;

const listAddress = (path: string, query: Record<string, unknown>): string =>
  `${path}?q=${encodeURIComponent(JSON.stringify(query))}`;
const LOCATIONS = listAddress('/carrier/serviceable/location', { channelId: CHANNEL, type: 0, state: STATE });
const CODES = listAddress(serviceCode.page.path, { code: CODE });

const rowCss = (locationId: number): string => `tr[data-row-key$="/${locationId}/0"]`;
const saved = (console: Console): Promise<string> => console.pill(/all saved$/);

/** Compares two values; the error message contains both of them. */
function same(what: string, is: unknown, expected: unknown): void {
  if (JSON.stringify(is) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(expected)}`);
}

const locationOf = async (colleague: Colleague, locationId: number): Promise<ChannelLocationRow> => {
  const query = { channelId: CHANNEL, locationId, type: 0 };
  const [row] = await colleague.rows<ChannelLocationRow>('/channelLocationService', query);
  if (!row) throw new Error(`Location ${locationId} is not on the server.`);
  return row;
};

const codeOf = async (colleague: Colleague, code: string): Promise<ServiceCodeRow | undefined> =>
  (await colleague.rows<ServiceCodeRow>(serviceCode.calls.list, { code, page: 1, count: 10 }))[0];

/** Ids of the locations on the page. */
const shownIds = async (console: Console): Promise<number[]> =>
  console.until('rows of locations', async () => {
    const keys = await console.run(() =>
      [...document.querySelectorAll('tr[data-row-key]')].map(row => row.getAttribute('data-row-key') ?? ''),
    );
    return keys.length > 1 && keys.map(key => Number(key.split('/')[1]));
  });

/** Toggles a flag of a location in its dialog. */
async function turnOver(console: Console, locationId: number): Promise<void> {
  await console.click({ role: 'button', name: 'Edit', within: rowCss(locationId) });
  await console.click({ role: 'switch', name: FLAG, within: DIALOG });
  await console.click({ role: 'button', name: 'Apply', within: DIALOG });
  await console.gone({ role: 'button', name: 'Apply', within: DIALOG });
}

/** Whether the console is installed on the device, i.e. its service worker controls this page. */
const installed = (console: Console): Promise<boolean> =>
  console.until('the installed console', () => console.run(() => navigator.serviceWorker.controller !== null));

/** Writes a workbook of service codes to disk. */
function workbookOf(folder: string, name: string, rows: readonly (readonly (string | number)[])[]): string {
  const book = utils.book_new();
  const head = ['Service Code', 'Shipping Channel ID', 'Name', 'Status'];
  utils.book_append_sheet(book, utils.aoa_to_sheet([head, ...rows.map(row => [...row])]), 'Sheet1');
  const path = join(folder, name);
  writeFileSync(path, write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
  return path;
}

export const STORIES: readonly Story[] = [
  {
    name: 'a person signs in with the form and sees the first page, with nothing left to save',
    tell: async ({ console }) => {
      await console.open('/login');
      await console.enter({ role: 'textbox', name: 'E-mail' }, EDITOR);
      await console.enter({ role: 'textbox', name: 'Password' }, DEMO_PASSWORD);
      await console.click({ role: 'button', name: 'Sign in' });
      await console.until('the first page', () => console.run(() => location.pathname !== '/login'));
      await saved(console);
    },
  },
  {
    name: 'BR1, BR3: a page left in the middle of transactions locks no database for the next page, or for itself when it is restored',
    tell: async ({ console }) => {
      const listed = async (): Promise<void> => {
        await shownIds(console);
        same('locked databases', await console.run(lockedDatabases, LOCK_MOST), []);
      };
      await console.open(LOCATIONS);
      await shownIds(console);
      const held = await console.run(holdDatabases);
      for (const name of ['ops-session', 'ops-outbox-', 'ops-mirror-'])
        same(
          `${name} among the databases`,
          held.some(one => one.startsWith(name)),
          true,
        );
      await console.open(CODES);
      await console.find({ role: 'button', name: 'Create', within: '[role=toolbar]' });
      await console.open(LOCATIONS);
      await listed();
      await console.run(holdDatabases);
      await console.reload();
      await listed();
      await console.run(holdDatabases);
      await console.open('/release.json');
      await console.run(() => history.back());
      await console.until('the list', () => console.run(() => location.pathname !== '/release.json'));
      await listed();
    },
  },
  {
    name: 'an edit made online reaches the server, and its row shows that',
    tell: async ({ console, colleague }) => {
      await console.open(LOCATIONS);
      const [id = 0] = await shownIds(console);
      const before = await locationOf(colleague, id);
      await turnOver(console, id);
      await console.until('the edit on the server', async () => {
        const { canCODPickup, version } = await locationOf(colleague, id);
        return canCODPickup === !before.canCODPickup && version === before.version + 1;
      });
      await saved(console);
    },
  },
  {
    name: 'an edit made offline stays pending, survives a reload, and is sent once when the network is back',
    tell: async ({ console, colleague, network }) => {
      await console.open(LOCATIONS);
      const [, id = 0] = await shownIds(console);
      const before = await locationOf(colleague, id);
      await saved(console);
      await installed(console);
      await network.offline();
      await turnOver(console, id);
      await console.pill(/^Offline, 1 change waiting$/);
      await console.reload();
      await console.pill(/^Offline, 1 change waiting$/);
      await console.until('the mark of the waiting row', () =>
        console.run(
          css => /queued|sending/.test(document.querySelector(css)?.getAttribute('data-mark') ?? ''),
          rowCss(id),
        ),
      );
      same('the row on the server', (await locationOf(colleague, id)).version, before.version);
      await network.online();
      await saved(console);
      const after = await locationOf(colleague, id);
      same('the flag', after.canCODPickup, !before.canCODPickup);
      same('the version', after.version, before.version + 1);
    },
  },
  {
    name: 'a person creates a service code',
    tell: async ({ console, colleague }) => {
      await console.open(CODES);
      await console.click({ role: 'button', name: 'Create', within: '[role=toolbar]' });
      await console.enter({ role: 'textbox', name: 'Service Code', within: DIALOG }, `${CODE}-1`);
      const channel = { role: 'combobox', name: 'Shipping Channel ID', within: DIALOG } as const;
      await console.enter(channel, String(CHANNEL));
      await console.press(channel, ENTER);
      await console.enter({ role: 'textbox', name: 'Name', within: DIALOG }, 'First');
      await console.click({ role: 'button', name: 'Apply', within: DIALOG });
      await console.find({ role: 'cell', name: `${CODE}-1` });
      const row = await console.until(
        'the code on the server',
        async () => (await codeOf(colleague, `${CODE}-1`)) ?? null,
      );
      same('the name', row.name, 'First');
      await saved(console);
    },
  },
  {
    name: 'a file with an error is rejected with the invalid cell, and the corrected file is imported',
    tell: async ({ console, colleague, folder }) => {
      await console.open(CODES);
      await console.click({ role: 'button', name: 'Import' });
      const wrong = workbookOf(folder, 'wrong.xlsx', [[`${CODE}-2`, CHANNEL, 'Second', 'Perhaps']]);
      await console.choose('input[type=file][aria-label="Files to import"]', [wrong]);
      await console.find({ role: 'tab', name: /^With errors 1/, within: DIALOG });
      same(
        'Apply',
        await console.run(
          css =>
            [...document.querySelectorAll<HTMLButtonElement>(`:is(${css}) button`)]
              .filter(button => button.textContent === 'Apply')
              .every(button => button.disabled || button.getAttribute('aria-disabled') === 'true'),
          DIALOG,
        ),
        true,
      );
      await console.click({ role: 'button', name: 'Remove wrong.xlsx', within: DIALOG });
      const right = workbookOf(folder, 'right.xlsx', [[`${CODE}-2`, CHANNEL, 'Second', 'Normal']]);
      await console.choose('input[type=file][aria-label="Files to import"]', [right]);
      await console.find({ role: 'tab', name: /^Added 1/, within: DIALOG });
      await console.click({ role: 'button', name: 'Apply', within: DIALOG });
      await console.find({ role: 'cell', name: `${CODE}-2` });
      const row = await console.until(
        'the code on the server',
        async () => (await codeOf(colleague, `${CODE}-2`)) ?? null,
      );
      same('the name', row.name, 'Second');
      await saved(console);
    },
  },
  {
    name: 'if two people change the same name, base, mine and theirs are shown, and the chosen value is kept',
    tell: async ({ console, colleague, network }) => {
      const code = `${CODE}-1`;
      await console.open(CODES);
      await saved(console);
      await installed(console);
      await console.click({ role: 'button', name: 'Edit', within: `tr[data-row-key$="${code}"]` });
      await console.find({ role: 'textbox', name: 'Name', within: DIALOG });
      // Done offline, because online, the open form would show the colleague's change and immediately ask about it.
      await network.offline();
      await console.enter({ role: 'textbox', name: 'Name', within: DIALOG }, 'Mine');
      await console.click({ role: 'button', name: 'Apply', within: DIALOG });
      await console.pill(/^Offline, 1 change waiting$/);
      const before = await codeOf(colleague, code);
      if (!before) throw new Error(`${code} is not on the server.`);
      await colleague.write(serviceCode.calls.update, {
        code,
        shipping_channel_id: before.shipping_channel_id,
        name: 'Theirs',
        status: before.status,
        version: before.version,
      });
      await network.online();
      await console.pill(/1 needs attention/);
      await console.open('/queue');
      await console.find({ role: 'columnheader', name: 'Before' });
      const rows = await console.run(() =>
        [...document.querySelectorAll('tr')].map(({ cells }) => [...cells].map(cell => cell.innerText.trim())),
      );
      const shown = rows.find(([field]) => field === 'Name') ?? rows.flat();
      same('base, mine and theirs', shown.slice(-4, -1), ['First', 'Mine', 'Theirs']);
      await console.click({ role: 'radio', name: /^Name: yours/ });
      await console.click({ role: 'button', name: 'Apply' });
      await saved(console);
      same('the name', (await codeOf(colleague, code))?.name, 'Mine');
    },
  },
  {
    name: 'signing out leaves none of the person’s data behind',
    tell: async ({ console }) => {
      await console.click({ role: 'button', name: 'User menu' });
      await console.click({ role: 'menuitem', name: 'Sign out' });
      await console.until('the sign-in page', () => console.run(() => location.pathname === '/login'));
      const left = () => console.run(async () => (await indexedDB.databases()).map(({ name }) => name ?? '').sort());
      let names: string[] = [];
      await console
        .until('no database but the session', async () => {
          names = await left();
          return names.join() === 'ops-session';
        })
        .catch((fault: unknown) => {
          throw new Error(`${String(fault)} Left: ${names.join(', ')}`);
        });
      const cached = await console.run(async () => {
        const urls: string[] = [];
        for (const name of await caches.keys())
          for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
        return urls.filter(path => path.startsWith('/api'));
      });
      same('cached answers', cached, []);
      await console.open(LOCATIONS);
      await console.find({ role: 'button', name: 'Sign in' });
    },
  },
];
