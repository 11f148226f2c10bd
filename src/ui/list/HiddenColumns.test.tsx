// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import type { Column } from '../table/columns.ts';
import { viewColumns } from './columnView.ts';
import { CHOSEN, HiddenColumns, SAME } from './HiddenColumns.tsx';
import { parsePreferences, type TablePreferences } from './preferences.ts';

const column = (key: string, label: string, more: object = {}): Column<never> =>
  ({ key, label, kind: 'text', value: () => '', ...more }) as unknown as Column<never>;
const declared = [
  column('channelId', 'Channel ID', { fixedBy: 'channelId' }),
  column('country', 'Country', { constant: true }),
  column('city', 'City'),
  column('street', 'Street'),
  column('changed', 'Last changed', { standby: true }),
];

const page = reactRoot();
const begins: TablePreferences = { ...parsePreferences(null), hidden: ['street'] };
const latest = { preferences: begins };

function Shown() {
  const [preferences, setPreferences] = useState<TablePreferences>(begins);
  const keep = (next: TablePreferences) => {
    latest.preferences = next;
    setPreferences(next);
  };
  const view = viewColumns(declared, preferences, { channelId: 1 }, true);
  return <HiddenColumns view={view} preferences={preferences} onPreferences={keep} />;
}

const button = () => page.host.querySelector<HTMLButtonElement>('button[aria-haspopup="menu"]');
const items = () => [...page.host.querySelectorAll<HTMLElement>('[role="menuitemcheckbox"]')];

it('the menu shows how many columns are hidden, which ones and why, and reveals them one at a time', async () => {
  act(() =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <Shown />
      </FluentProvider>,
    ),
  );
  expect(button()?.textContent).toBe('3 hidden columns');
  expect(button()?.title).toBe(`${SAME}: Channel ID, Country\n${CHOSEN}: Street`);
  act(() => button()?.click());
  await vi.waitFor(() => expect(items().map(item => item.textContent)).toEqual(['Channel ID', 'Country', 'Street']));
  act(() => items()[1]?.click());
  expect(button()?.textContent).toBe('2 hidden columns');
  expect(latest.preferences.added).toEqual(['country']);
  expect(items()[1]?.getAttribute('aria-checked')).toBe('true');
  act(() => items()[2]?.click());
  expect(latest.preferences.hidden).toEqual([]);
  // Clicking an item a second time hides its column again.
  act(() => items()[1]?.click());
  expect(button()?.textContent).toBe('2 hidden columns');
});
