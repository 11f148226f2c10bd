// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { PasswordScreen } from './PasswordScreen.tsx';

const page = reactRoot();

it('an address that was cut off is recognized before a person chooses a password', () => {
  const shown = (search: string) => {
    window.history.replaceState(null, '', `/password${search}`);
    act(() => page.root.render(<PasswordScreen key={search} />));
    return [
      document.body.textContent.includes('This address is incomplete'),
      document.querySelectorAll('input').length,
    ];
  };
  expect(shown('')).toEqual([true, 0]);
  expect(shown('?token=short')).toEqual([true, 0]);
  expect(shown(`?token=${'x'.repeat(43)}`)).toEqual([false, 2]);
});
