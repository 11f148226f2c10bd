// @vitest-environment happy-dom
import { act, useContext, useLayoutEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { ServerUnreachable } from '../../sync/actions/administer.ts';
import { UiContext } from '../../ui/UiContext.ts';
import { useSave } from './useSave.ts';

const page = reactRoot();
const [reload, close, success] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
let save: ReturnType<typeof useSave> | undefined;

function Form() {
  const own = useSave({ isNew: false, saved: reload, close });
  useLayoutEffect(() => void (save = own));
  return null;
}
function Page() {
  const ui = useContext(UiContext);
  return (
    <UiContext.Provider value={{ ...ui, notify: { ...ui.notify, success } }}>
      <Form />
    </UiContext.Provider>
  );
}

it('a refused form stays open, and the list behind it is reloaded, so that it can be opened again with the current record', async () => {
  await act(async () => page.root.render(<Page />));
  const refusal = new Error('Indonesia was changed by someone else in the meantime. Open it again.');
  await expect(save?.('Indonesia', Promise.reject(refusal))).rejects.toThrow(refusal);
  expect([reload.mock.calls.length, close.mock.calls.length]).toEqual([1, 0]);
  await expect(save?.('Indonesia', Promise.reject(new ServerUnreachable('')))).rejects.toThrow(ServerUnreachable);
  expect(reload.mock.calls).toHaveLength(1);
  await save?.('Indonesia', Promise.resolve());
  expect([reload, close, success].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1]);
});
