// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { shownTags, tagsWidth } from '../TagList.tsx';
import { Cell } from './Cell.tsx';
import type { Column } from './columns.ts';
import { reactRoot } from '../../../tests/support/reactRoot.ts';

type Row = { value: never };

const page = reactRoot();

/** A cell of a column with a single value, in Indonesia (UTC+7). */
function cell(column: { kind: Column<Row>['kind'] } & Record<string, unknown>, value: unknown): HTMLElement {
  const whole = { key: 'x', label: 'X', value: () => value, ...column } as unknown as Column<Row>;
  act(() =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <Cell column={whole} row={{} as Row} place={{ entity: 'ID', timeZone: 'Asia/Jakarta' }} />
      </FluentProvider>,
    ),
  );
  return page.host.firstElementChild as HTMLElement;
}

const OPTIONS = [
  { value: 0, label: 'Standard', tone: 'neutral' },
  { value: 1, label: 'SBS', tone: 'success' },
];
const SECOND = 1_700_000_000;

describe('cells by column kind (LIST-10)', () => {
  it.each([
    ['select', 1, 'SBS'],
    ['enum', 0, 'Standard'],
    ['enum', 9, '9'],
    ['status', 1, 'SBS'],
  ] as const)('a %s cell shows the code %s as a word', (kind, value, text) => {
    expect(cell({ kind, options: OPTIONS }, value).textContent).toBe(text);
  });

  it.each([
    ['date', SECOND, '2023-11-15'],
    ['time', SECOND, '2023-11-15 05:13:20'],
    ['tz', SECOND, '2023-11-15 05:13:20'],
    ['millisecond', SECOND * 1000 + 7, '2023-11-15 05:13:20.007'],
  ] as const)('a %s cell shows the instant in the entity’s time zone (LIST-13, G72)', (kind, value, text) => {
    expect(cell({ kind }, value).textContent).toBe(text);
  });

  it('in a narrow column, the time is stacked below the date, and the tooltip shows both in full', () => {
    const stacked = cell({ kind: 'tz', stacked: true }, SECOND).querySelector('[data-full]');
    expect([stacked?.textContent, stacked?.getAttribute('data-full')]).toEqual([
      '2023-11-15 05:13:20',
      '2023-11-15 05:13:20',
    ]);
    expect(cell({ kind: 'tz', stacked: true }, null).textContent).toBe('/');
  });

  it.each(['date', 'time', 'tz', 'millisecond', 'money', 'text', 'longText', 'url', 'id'] as const)(
    '%s without a value is shown as "/"',
    kind => expect(cell({ kind }, null).textContent).toBe('/'),
  );

  it('a timestamp of zero is treated as missing, while a number of zero is not (LIST-13, G61)', () => {
    expect(cell({ kind: 'time' }, 0).textContent).toBe('/');
    expect(cell({ kind: 'number' }, 0).textContent).toBe('0');
  });

  it('an amount of money has its symbol, and a negative one has a minus sign and another color (LIST-11)', () => {
    const plus = cell({ kind: 'money' }, 1_500_000_000).querySelector('span');
    expect(plus?.textContent).toBe('Rp15,000');
    const before = plus?.className;
    const minus = cell({ kind: 'money' }, -1_500_000_000).querySelector('span');
    expect(minus?.textContent).toBe('-Rp15,000');
    expect(minus?.className).not.toBe(before);
  });

  it('text that may be truncated is shown in full in the tooltip (LIST-14)', () => {
    const long = 'Kabupaten '.repeat(40).trim();
    expect(cell({ kind: 'longText' }, long).querySelector('[data-full]')?.getAttribute('data-full')).toBe(long);
    expect(cell({ kind: 'list' }, ['a', 'b']).querySelector('[data-full]')?.textContent).toBe('a, b');
    expect(cell({ kind: 'id' }, 1_000_004).querySelector('[data-full]')).toBeNull();
  });

  it('links open in a new window, and only web addresses are rendered as links', () => {
    const link = cell({ kind: 'url' }, 'https://example.org/a').querySelector('a');
    expect([link?.getAttribute('href'), link?.target]).toEqual(['https://example.org/a', '_blank']);
    expect(cell({ kind: 'url' }, 'javascript:alert(1)').querySelector('a')).toBeNull();
  });

  it('a cell shows up to four tags followed by "+N More", whose "Full Data" lists all of them (LIST-15, G32)', async () => {
    expect(cell({ kind: 'tag' }, ['a', 'b', 'c', 'd']).textContent).toBe('abcd');
    const more = cell({ kind: 'tag' }, ['a', 'b', 'c', 'd', 'e', 'f']).querySelector('button');
    expect(more?.textContent).toBe('+2 More');
    await act(async () => {
      more?.click();
      await vi.dynamicImportSettled();
    });
    const dialog = document.querySelector('[role="dialog"]');
    expect(dialog?.textContent).toContain('Full Data');
    expect(dialog?.querySelectorAll('li')).toHaveLength(6);
  });

  it('tags that do not fit are counted instead of being truncated', () => {
    const countries = ['ID', 'MY', 'PH', 'SG', 'TW', 'TH', 'VN', 'BR'];
    expect(shownTags(countries, undefined)).toBe(4);
    expect(shownTags(countries, 400)).toBe(4);
    expect(shownTags(countries, 130)).toBe(2);
    expect(shownTags(countries, 20)).toBe(1);
    expect(shownTags(['ID', 'MY'], tagsWidth(['ID', 'MY']))).toBe(2);
    expect(shownTags(['ID', 'MY'], tagsWidth(['ID', 'MY']) - 1)).toBe(1);
  });
});
