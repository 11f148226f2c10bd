// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { UiContext, type DraftStore } from '../UiContext.ts';
import { EnteredDialog } from './EnteredDialog.tsx';
import { useEntered } from './useEntered.ts';

const page = reactRoot();
const onClose = vi.fn<() => void>();
const kept = new Map<string, Readonly<Record<string, unknown>>>();
const drafts: DraftStore = {
  open: async key => ({
    kept: kept.get(key) ?? null,
    save: async changes => void kept.set(key, changes),
    remove: async () => void kept.delete(key),
    release: () => undefined,
  }),
};

function Dialog({ applying = false }: { applying?: boolean }) {
  const entered = useEntered('bills/submit', { number: '', files: [] as string[] });
  const { values, change, draft } = entered;
  return (
    <EnteredDialog
      title="Submit bill"
      busy={applying}
      applying={applying}
      entered={entered}
      onClose={onClose}
      actions={<button onClick={() => draft.end()}>Submit</button>}
    >
      <button onClick={() => change(now => ({ number: `${now.number}7`, files: ['a.csv'] }))}>Type</button>
      <input aria-label="Number" />
      <p id="shown">{`${values.number} ${values.files.join()}`}</p>
    </EnteredDialog>
  );
}

const open = (country: 'ID' | 'MY' = 'ID', applying = false) =>
  act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <UiContext.Provider
          // As in the frame: another country draws the page anew.
          key={country}
          value={{ can: () => true, entity: country, drafts } as never}
        >
          <Dialog applying={applying} />
        </UiContext.Provider>
      </FluentProvider>,
    ),
  );
const shown = () => document.querySelector('#shown')?.textContent;
const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find(found => found.textContent === name)?.click());

describe('EnteredDialog', () => {
  beforeEach(() => {
    kept.clear();
    onClose.mockReset();
  });

  it('what was entered is restored after the country was switched and switched back', async () => {
    await open();
    await press('Type');
    await press('Type');
    await open('MY');
    expect(shown()).toBe(' ');
    await open('ID');
    expect(shown()).toBe('77 a.csv');
    expect(document.body.textContent).toContain('Your draft was restored');
    await press('Discard draft');
    expect(shown()).toBe(' ');
    expect(kept.size).toBe(0);
  });

  it('controls are disabled only while the input is applied, so that nothing typed then is lost', async () => {
    const editable = () =>
      [...document.querySelectorAll('input, button')].filter(own => own.closest('fieldset[disabled]') === null);
    const names = () => editable().map(own => own.getAttribute('aria-label') ?? own.textContent);
    await open();
    expect(names()).toEqual(expect.arrayContaining(['Number', 'Type', 'Submit']));
    await open('ID', true);
    expect(names()).not.toContain('Number');
    expect(names()).not.toContain('Type');
    expect(names()).toContain('Close');
    await open();
    expect(names()).toContain('Number');
  });

  it('Close asks before it discards what was entered', async () => {
    await open();
    await press('Type');
    await press('Close');
    expect(onClose).not.toHaveBeenCalled();
    expect(document.body.textContent).toContain('What you entered here has not been applied.');
    await press('Keep editing');
    expect(shown()).toBe('7 a.csv');
    await press('Close');
    await press('Discard');
    expect(onClose).toHaveBeenCalledOnce();
    expect(kept.size).toBe(0);
  });

  it('Close does not ask if nothing was entered, and an applied draft is not kept', async () => {
    await open();
    await press('Type');
    expect(kept.size).toBe(1);
    await press('Submit');
    expect(kept.size).toBe(0);
    await act(async () => page.root.render(null));
    await open();
    expect(shown()).toBe(' ');
    await press('Close');
    expect(onClose).toHaveBeenCalledOnce();
  });
});
