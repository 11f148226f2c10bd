// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { WeightRangesControl } from './WeightRangesControl.tsx';

const page = reactRoot();
const control = {
  id: 'x',
  label: 'ESF Formula',
  describedBy: undefined,
  invalid: false,
  required: false,
  disabled: false,
  note: null,
};

const received = () => document.querySelector('[data-received]')?.textContent;
function Held({ initial, checked }: { initial: string; checked: boolean }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <WeightRangesControl control={control} value={value} country="ID" checked={checked} onChange={setValue} />
      <span data-received>{value}</span>
    </>
  );
}

const show = (initial: string, checked = true) =>
  act(() =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <Held key={initial + String(checked)} initial={initial} checked={checked} />
      </FluentProvider>,
    ),
  );
const named = <E extends HTMLElement>(label: string): E => document.querySelector<E>(`[aria-label="${label}"]`)!;
const cell = (name: 'Start weight' | 'End weight' | 'Value', row: number) =>
  named<HTMLInputElement>(`${name}, row ${row}`);
const type = (input: HTMLInputElement, text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
const paste = (input: HTMLInputElement, text: string) =>
  act(() => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { getData: () => text } });
    input.dispatchEvent(event);
  });
const click = (element: HTMLElement) => act(() => element.click());
const button = (text: string) => [...document.querySelectorAll('button')].find(one => one.textContent === text)!;
const alerts = () => [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent);
const shown = () =>
  [...document.querySelectorAll('tbody')].map(body =>
    [...body.querySelectorAll('input')].map(({ value }) => value).join(' '),
  );

const TWO = '{"weight_range":[[0,5,18000],[7,9,26000]]}';

describe('the weight-range editor', () => {
  it('the editor shows a row for each weight range, with errors next to the row they refer to', () => {
    show(TWO);
    expect(shown()).toEqual(['0 5 18000', '7 9 26000']);
    expect(alerts()).toEqual(['Missing weight range in [5, 7)']);
    const start = cell('Start weight', 2);
    expect(start.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(start.getAttribute('aria-describedby') ?? '')?.textContent).toBe(alerts()[0]);
    type(start, '5');
    expect(alerts()).toEqual([]);
    expect(received()).toBe('{"weight_range":[["0","5","18000"],["5","9","26000"]]}');
  });

  it('each cell refers to the message of its row, and to the note of the field only while it is shown', () => {
    const describedBy = (row: number) => cell('Start weight', row).getAttribute('aria-describedby');
    const noted = { ...control, describedBy: 'note', note: <span id="note">Required</span> };
    const shownWith = (value: string) =>
      act(() =>
        page.root.render(
          <FluentProvider theme={webLightTheme}>
            <WeightRangesControl control={noted} value={value} country="ID" checked onChange={() => undefined} />
          </FluentProvider>,
        ),
      );
    shownWith(TWO);
    expect(document.getElementById(describedBy(2) ?? '')?.textContent).toBe('Missing weight range in [5, 7)');
    expect(describedBy(1)).toBeNull();
    shownWith('');
    expect(document.getElementById(describedBy(1) ?? '')?.textContent).toBe('Required');
    shownWith('{"weight_range":5}');
    expect(document.getElementById(describedBy(1) ?? '')?.getAttribute('role')).toBe('alert');
  });

  it('the focus stays in the rows when the pressed button is gone', async () => {
    const frame = () => act(() => new Promise(resolve => requestAnimationFrame(() => resolve(undefined))));
    const focused = () => document.activeElement?.getAttribute('aria-label');
    show('{"weight_range":[[0,5,1],[5,9,2]]}');
    click(named('Remove row 2'));
    await frame();
    expect(focused()).toBe('Start weight, row 1');
    click(named('Split row 1'));
    type(named<HTMLInputElement>('Weight in kg at which row 1 is split'), '2');
    click(button('Split'));
    await frame();
    expect(focused()).toBe('Start weight, row 2');
    click(named('Merge row 1 with the next'));
    await frame();
    expect(focused()).toBe('Start weight, row 1');
    click(named('Split row 1'));
    click(button('Cancel'));
    await frame();
    expect(focused()).toBe('Start weight, row 1');
  });

  it('ranges are not validated for a model that does not use them', () => {
    show(TWO, false);
    expect(alerts()).toEqual([]);
  });

  it('the editor starts with an empty row, adds a row that starts where the last one ends, and removes rows', () => {
    show('');
    expect(shown()).toEqual(['  ']);
    type(cell('Start weight', 1), '0');
    type(cell('End weight', 1), '2,5');
    click(button('Add row'));
    expect(shown()).toEqual(['0 2,5 ', '2,5  ']);
    click(named('Remove row 1'));
    expect(shown()).toEqual(['2,5  ']);
  });

  it('a pasted block is imported without its header row and can be sorted', () => {
    show('');
    paste(cell('Start weight', 1), 'Start\tEnd\tFee\n5\t9\t26000\n0\t5\t18000\n');
    expect(shown()).toEqual(['5 9 26000', '0 5 18000']);
    click(button('Sort'));
    expect(shown()).toEqual(['0 5 18000', '5 9 26000']);
    expect(document.querySelector('output')?.textContent).toBe('Sorted by start weight.');
  });

  it('if pasted numbers can be read in two ways, the person is asked once for the whole block', () => {
    show('');
    paste(cell('Start weight', 1), '0\t1\t10.000\n1\t2\t18.500\n');
    expect(shown()).toEqual(['  ']);
    const dialog = document.querySelector<HTMLElement>('[role="alertdialog"]')!;
    expect(dialog.textContent).toContain('2 of the pasted numbers, such as "10.000", can be read in two ways.');
    expect([...dialog.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual([
      'Decimal point10.000 is 10',
      'Decimal comma10.000 is 10000',
      'Paste them unchanged and correct them afterwards',
    ]);
    click(dialog.querySelector<HTMLInputElement>('input[value="comma"]')!);
    click(button('Paste'));
    expect(shown()).toEqual(['0 1 10000', '1 2 18500']);
  });

  it('of thousands of pasted rows, only a part is shown, and each row with an error can be reached', async () => {
    show('');
    const lines = Array.from({ length: 5000 }, (_, at) => `${at}\t${at + 1}\t${at === 4321 ? 'abc' : 1000 + at}`);
    paste(cell('Start weight', 1), lines.join('\n'));
    expect([shown().length, shown()[0]]).toEqual([100, '0 1 1000']);
    expect(document.querySelector('nav')?.textContent).toBe('Earlier rows1 to 100 of 5,000Later rows');
    expect(alerts()).toEqual(['2 other rows have errors. Row 4,322: Value is required: "abc" is not a number']);
    click(button('Later rows'));
    expect(shown()[0]).toBe('100 101 1100');
    click(button('Go to row 4,322'));
    await act(() => new Promise(resolve => requestAnimationFrame(resolve)));
    expect(document.activeElement).toBe(cell('Value', 4322));
    type(cell('Value', 4322), '7000');
    expect(alerts()).toEqual([]);
    click(button('Add row'));
    expect(shown()).toEqual(['5000  ']);
    expect((JSON.parse(received() ?? '') as { weight_range: unknown[] }).weight_range).toHaveLength(5001);
    click(button('Sort'));
    expect(shown()[0]).toBe('0 1 1000');
  });

  it('a row can be split at a typed weight and merged with the next one', () => {
    show('{"weight_range":[[0,5,18000]]}');
    click(named('Split row 1'));
    const at = named<HTMLInputElement>('Weight in kg at which row 1 is split');
    expect(document.activeElement).toBe(at);
    type(at, '7');
    click(button('Split'));
    expect(document.querySelector('output')?.textContent).toContain('Row 1 was not split');
    type(at, '2');
    click(button('Split'));
    expect(shown()).toEqual(['0 2 18000', '2 5 18000']);
    type(cell('Value', 2), '20000');
    click(named('Merge row 1 with the next'));
    expect(shown()).toEqual(['0 5 ']);
    expect(alerts()).toEqual(['Value is required']);
  });
});
