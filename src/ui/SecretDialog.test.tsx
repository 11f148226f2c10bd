// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { createBrowserHistory } from '@tanstack/react-router';
import { act, type ReactElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../tests/support/reactRoot.ts';
import { leaveGuard } from '../app/leaveGuard.ts';
import { InfoDialog } from './InfoDialog.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { UiContext, type Ui } from './UiContext.ts';

const page = reactRoot();
const close = vi.fn<() => void>();
const ui = { guardLeaving: leaveGuard(createBrowserHistory()) } as unknown as Ui;
const SECRET = { title: 'API token', label: 'API token', value: 'ops_1', text: 'It is shown only once.' };

beforeEach(() => close.mockReset());

const show = (dialog: ReactElement | null) =>
  act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <UiContext.Provider value={ui}>{dialog}</UiContext.Provider>
      </FluentProvider>,
    ),
  );
const secret = () => show(<SecretDialog secret={SECRET} close={close} />);
const info = () =>
  show(
    <InfoDialog title="Rights" onClose={close}>
      None
    </InfoDialog>,
  );

const escape = () =>
  act(async () =>
    document
      .querySelector('[role=dialog]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })),
  );
const clickBeside = () => act(async () => document.querySelector<HTMLElement>('.fui-DialogSurface__backdrop')?.click());
const closeButton = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Close');
/** Reloads the page; returns whether the browser asks first. */
const reload = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it.each([
  ['Escape', escape],
  ['a click beside it', clickBeside],
])('%s closes a dialog with information, but not one with a secret', async (_, press) => {
  await info();
  await press();
  expect(close).toHaveBeenCalledOnce();
  close.mockReset();
  await secret();
  await press();
  expect(close).not.toHaveBeenCalled();
  expect(document.querySelector<HTMLInputElement>('[aria-label="API token"]')?.value).toBe('ops_1');
});

it('a click beside a secret leaves the focus in its dialog', async () => {
  await secret();
  const pressed = new MouseEvent('mousedown', { bubbles: true, cancelable: true });
  await act(async () => document.querySelector('.fui-DialogSurface__backdrop')?.dispatchEvent(pressed));
  expect(pressed.defaultPrevented).toBe(true);
});

it('the button Close closes a secret, and can be reached with the keyboard', async () => {
  await secret();
  expect(closeButton()).toMatchObject({ tabIndex: 0, disabled: false });
  await act(async () => closeButton()?.click());
  expect(close).toHaveBeenCalledOnce();
});

it('the browser asks before a reload only while a secret is shown', async () => {
  await info();
  expect(reload()).toBe(false);
  await secret();
  expect(reload()).toBe(true);
  await show(null);
  expect(reload()).toBe(false);
});

it('several secrets are shown as lines and can be saved to a file; a failure is reported and keeps the dialog open', async () => {
  const run = vi.fn<() => Promise<void>>().mockResolvedValue().mockRejectedValueOnce(new Error('The disk is full'));
  const save = { label: 'Save 2 links', run };
  await show(<SecretDialog secret={{ ...SECRET, value: 'one\ntwo', save }} close={close} />);
  expect(document.querySelector<HTMLTextAreaElement>('textarea[aria-label="API token"]')?.value).toBe('one\ntwo');
  const button = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === save.label);
  await act(async () => button()?.click());
  expect(document.querySelector('[role=alert]')?.textContent).toContain('The disk is full');
  await act(async () => button()?.click());
  expect([run.mock.calls.length, document.querySelector('[role=alert]')]).toEqual([2, null]);
  expect(close).not.toHaveBeenCalled();
});
