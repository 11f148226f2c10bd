// @vitest-environment happy-dom
import { act, useRef } from 'react';
import { expect, it } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { useFirstRow } from './useFirstRow.ts';

const page = reactRoot();

function List({ there, rows }: { there: boolean; rows: number }) {
  const root = useRef<HTMLElement>(null);
  const go = useFirstRow(root, there);
  return (
    <section ref={root}>
      <input onKeyDown={event => event.key === 'ArrowDown' && go()} />
      <button type="button">Other</button>
      <table>
        <tbody>
          {Array.from({ length: rows }, (_, at) => (
            <tr key={at} data-row={at} tabIndex={-1}>
              <td>{at}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const draw = (there: boolean, rows = 2) => act(() => page.root.render(<List there={there} rows={rows} />));
const box = () => page.host.querySelector('input') as HTMLInputElement;
const press = () =>
  act(() => void box().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })));
const focused = () => (document.activeElement as HTMLElement).dataset['row'];

it('the first row is focused immediately if there are rows, and otherwise once they arrive', () => {
  draw(true);
  act(() => box().focus());
  press();
  expect(focused()).toBe('0');
  act(() => box().focus());
  draw(false);
  press();
  expect(document.activeElement).toBe(box());
  draw(true);
  expect(focused()).toBe('0');
});

it('focus stays where it is if no rows arrive, or if the person has moved it meanwhile', () => {
  draw(true, 0);
  act(() => box().focus());
  press();
  expect(document.activeElement).toBe(box());
  draw(false, 2);
  press();
  const other = page.host.querySelector('button') as HTMLButtonElement;
  act(() => other.focus());
  draw(true, 2);
  expect(document.activeElement).toBe(other);
});
