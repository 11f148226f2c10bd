// @vitest-environment happy-dom
// The surfaces of dialogs are divs with this role.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { act } from 'react';
import { expect, it } from 'vitest';
import { reactRoot } from '../../tests/support/reactRoot.ts';
import { useFocusReturn } from './useFocusReturn.ts';

const page = reactRoot();

function Question() {
  useFocusReturn();
  return (
    <div role="dialog" aria-modal="true">
      <button id="yes">Yes</button>
    </div>
  );
}

interface Shown {
  rows: readonly number[];
  asks: boolean;
  /** A form below the question. */
  form?: boolean;
  main?: boolean;
}

function Page({ rows, asks, form = false, main = true }: Shown) {
  return (
    <>
      {main && (
        <main tabIndex={-1}>
          <button id="top">Import</button>
          <table>
            <tbody>
              {rows.map((id, at) => (
                <tr key={id} data-row={at} tabIndex={at === 0 ? 0 : -1} data-row-key={id}>
                  <td>
                    <button id={`delete-${id}`}>Delete</button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </main>
      )}
      {form && (
        <div role="dialog" aria-modal="true" tabIndex={-1} id="form">
          <button id="apply">Apply</button>
        </div>
      )}
      {asks && <Question />}
    </>
  );
}

const show = (shown: Shown) => act(async () => page.root.render(<Page {...shown} />));
const focus = (id: string) => act(async () => document.getElementById(id)?.focus());
const focused = () => document.activeElement?.id || (document.activeElement as HTMLElement).dataset['rowKey'] || '';

/** Opens the question from `opener` and focuses the question. */
async function ask(opener: string, shown: Omit<Shown, 'asks'>): Promise<void> {
  await show({ ...shown, asks: false });
  await focus(opener);
  await show({ ...shown, asks: true });
  await focus('yes');
}

it('when a dialog closes, the focus returns to its opener before the next key press is handled', async () => {
  await ask('delete-2', { rows: [1, 2] });
  act(() => page.root.render(<Page rows={[1, 2]} asks={false} />));
  // A key typed ahead arrives before any timer runs.
  await Promise.resolve();
  expect(focused()).toBe('delete-2');
});

it('the focus moves to the current row if the opener’s row is no longer in the list', async () => {
  await ask('delete-2', { rows: [1, 2] });
  await show({ rows: [1], asks: false });
  expect(focused()).toBe('1');
});

it('the focus moves to the page if there is no current row either', async () => {
  await ask('delete-2', { rows: [2] });
  await show({ rows: [], asks: false });
  expect(document.activeElement?.tagName).toBe('MAIN');
});

it('the focus moves to the current row if the opener is disabled', async () => {
  await ask('delete-2', { rows: [1, 2] });
  document.getElementById('delete-2')?.setAttribute('disabled', '');
  await show({ rows: [1, 2], asks: false });
  expect(focused()).toBe('1');
});

it('the focus returns to a button that was disabled while its work led to the question', async () => {
  await show({ rows: [1], asks: false, form: true });
  await focus('apply');
  const apply = document.getElementById('apply') as HTMLButtonElement;
  // A browser moves the focus from a disabled button to the page.
  apply.disabled = true;
  apply.blur();
  await show({ rows: [1], asks: true, form: true });
  await focus('yes');
  apply.disabled = false;
  await show({ rows: [1], asks: false, form: true });
  expect(focused()).toBe('apply');
});

it('the focus stays within a dialog that is still open, even if the opener is below it', async () => {
  await ask('apply', { rows: [1], form: true });
  await show({ rows: [1], asks: false, form: true });
  expect(focused()).toBe('apply');

  await ask('top', { rows: [1] });
  await show({ rows: [1], asks: false, form: true });
  expect(focused()).toBe('form');
});

it('the focus stays where it is if another element has already received it', async () => {
  await ask('delete-2', { rows: [1, 2] });
  await focus('top');
  await show({ rows: [1, 2], asks: false });
  expect(focused()).toBe('top');
});

it('if one dialog replaced another, closing it returns the focus to the first dialog’s opener', async () => {
  const shown = { rows: [1], asks: false };
  const draw = (step: 'none' | 'loading' | 'form') =>
    act(async () =>
      page.root.render(
        <>
          <Page {...shown} />
          {step === 'loading' && <Question key="loading" />}
          {step === 'form' && <Question key="form" />}
        </>,
      ),
    );
  await draw('none');
  await focus('top');
  await draw('loading');
  await focus('yes');
  await draw('form');
  await focus('yes');
  await draw('none');
  expect(focused()).toBe('top');
});
