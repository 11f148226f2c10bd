// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { expect, it } from 'vitest';
import { losesFocus } from '../../tests/support/losesFocus.ts';
import { reactRoot } from '../../tests/support/reactRoot.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

const page = reactRoot();
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

it('leaves the keyboard at Confirm where what it does failed: Enter tries again', async () => {
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
