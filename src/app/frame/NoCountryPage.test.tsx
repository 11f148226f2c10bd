// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import type { SessionState } from '../session/sessionStore.ts';
import { NoCountryPage } from './NoCountryPage.tsx';

const refreshSession = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('../../sync/session/session.ts', () => ({ refreshSession }));
vi.mock('./useSigningOut.ts', () => ({ useSigningOut: () => ({ asking: null, start: () => undefined }) }));

const page = reactRoot();
const state = { session: { info: { email: 'new@company.example' } } } as unknown as SessionState;

beforeEach(() => {
  vi.useFakeTimers();
  refreshSession.mockReset();
});
afterEach(() => vi.useRealTimers());

const pass = (millis: number) => act(() => vi.advanceTimersByTimeAsync(millis));

it('a country that an administrator assigns is noticed within two seconds, and no request overtakes a slow one', async () => {
  let reply = (): void => undefined;
  refreshSession.mockImplementation(() => new Promise(resolve => (reply = resolve)));
  await act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <NoCountryPage state={state} />
      </FluentProvider>,
    ),
  );
  await pass(2_000);
  expect(refreshSession).toHaveBeenCalledTimes(1);
  await pass(20_000);
  expect(refreshSession).toHaveBeenCalledTimes(1);
  reply();
  await pass(2_000);
  expect(refreshSession).toHaveBeenCalledTimes(2);
  await act(async () => page.root.render(null));
  reply();
  await pass(20_000);
  expect(refreshSession).toHaveBeenCalledTimes(2);
});
