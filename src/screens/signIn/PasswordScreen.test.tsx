// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { choosePassword, LinkEnded } from '../../sync/actions/choosePassword.ts';
import { PasswordScreen } from './PasswordScreen.tsx';

vi.mock('../../sync/actions/choosePassword.ts', async original => ({
  ...(await original<object>()),
  choosePassword: vi.fn<() => Promise<string>>(),
}));

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

it('a link that has been used asks for no further password, while any other refusal keeps the form', async () => {
  window.history.replaceState(null, '', `/password?token=${'x'.repeat(43)}`);
  act(() => page.root.render(<PasswordScreen key="used" />));
  const enter = async (error: Error) => {
    vi.mocked(choosePassword).mockRejectedValueOnce(error);
    for (const input of document.querySelectorAll('input')) input.value = 'correct horse battery';
    await act(async () => document.querySelector('form')?.requestSubmit());
    return [document.body.textContent.includes(error.message), document.querySelectorAll('input').length];
  };
  expect(await enter(new Error('Server error.'))).toEqual([true, 2]);
  expect(await enter(new LinkEnded('This link has already been used.'))).toEqual([true, 0]);
  expect(document.querySelector('a[href="/login"]')).not.toBeNull();
});
