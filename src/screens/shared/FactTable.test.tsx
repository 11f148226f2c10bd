// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { expect, it } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { FactTable } from './FactTable.tsx';

const page = reactRoot();

const show = (names: readonly string[]) =>
  act(() =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <main tabIndex={-1}>
          {names.length > 0 && (
            <FactTable label="Whitelist" heads={['E-mail', 'Has an account', 'Action']}>
              {names.map(name => (
                <tr key={name}>
                  <td>{name}</td>
                  <td>Yes</td>
                  <td>
                    <button id={`edit-${name}`}>Edit</button>
                    <button id={`remove-${name}`}>Remove</button>
                  </td>
                </tr>
              ))}
            </FactTable>
          )}
        </main>
      </FluentProvider>,
    ),
  );

const focus = (id: string) => act(() => document.getElementById(id)?.focus());
const focused = () => document.activeElement?.id || document.activeElement?.tagName;

it('the focus of a removed row moves to the same control in the row that took its place, then to the page', async () => {
  show(['a', 'b', 'c']);
  focus('remove-b');
  show(['a', 'c']);
  expect(focused()).toBe('remove-c');
  show(['a']);
  expect(focused()).toBe('remove-a');
  await act(async () => show([]));
  expect(focused()).toBe('MAIN');
});

it('a table does not take the focus if it was not in one of its rows', () => {
  show(['a', 'b']);
  act(() => (document.activeElement as HTMLElement | null)?.blur());
  show(['a']);
  expect(focused()).toBe('BODY');
});

it('each heading is next to its value on a phone, where a row is a card', () => {
  show(['a']);
  const table = document.querySelector<HTMLElement>('table');
  expect([1, 2, 3].map(at => table?.style.getPropertyValue(`--head-${at}`))).toEqual([
    '"E-mail"',
    '"Has an account"',
    '"Action"',
  ]);
});
