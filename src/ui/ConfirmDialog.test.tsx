// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { losesFocus } from '../../tests/support/losesFocus.ts';
import { reactRoot } from '../../tests/support/reactRoot.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

const page = reactRoot();
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

it('a failed action returns the focus to Confirm, so that Enter retries it', async () => {
  let fail: (error: Error) => void = () => undefined;
  const run = () => new Promise<void>((_, reject) => (fail = reject));
  act(() =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <ConfirmDialog title="Delete it?" onConfirm={run} onCancel={() => undefined} />
      </FluentProvider>,
    ),
  );
  expect(document.activeElement).toBe(button('Confirm'));
  await act(async () => button('Confirm')?.click());
  losesFocus(button('Confirm')!);
  expect(document.activeElement).toBe(document.body);
  await act(async () => fail(new Error('No storage space left.')));
  expect(document.body.textContent).toContain('No storage space left.');
  expect(document.activeElement).toBe(button('Confirm'));
});

it.each([
  ['cancel', 'Cancel'],
  ['confirm', 'Confirm'],
] as const)(
  '%s has focus as soon as the dialog is in the document, before its effects have run',
  async (focus, name) => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    const first = new Promise<string>(resolve => {
      const observer = new MutationObserver(() => {
        if (!button(name)) return;
        observer.disconnect();
        resolve(document.activeElement?.textContent ?? '');
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <ConfirmDialog title="Remove it?" focus={focus} onConfirm={() => undefined} onCancel={() => undefined} />
      </FluentProvider>,
    );
    expect(await first).toBe(name);
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    await act(async () => undefined);
    expect(document.activeElement).toBe(button(name));
  },
);
