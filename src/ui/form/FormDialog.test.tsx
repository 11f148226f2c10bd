// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { losesFocus } from '../../../tests/support/losesFocus.ts';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { UiContext, type DraftStore } from '../UiContext.ts';
import { TextControl } from './controls.tsx';
import { FormDialog, type FormField } from './FormDialog.tsx';

type Note = { title: string; text: string };

const field = (key: keyof Note, label: string): FormField<Note> => ({
  key,
  label,
  required: true,
  render: (control, values, change) => (
    <TextControl
      control={control}
      value={values[key]}
      maxLength={20}
      onChange={value => change({ [key]: value } as Partial<Note>)}
    />
  ),
});
const FIELDS = [field('title', 'Title'), field('text', 'Text')];

const page = reactRoot();
const onApply = vi.fn<(values: Note, another: boolean) => Promise<void>>();
const onClose = vi.fn<() => void>();

const open = (initial: Note, theirs?: Note) =>
  act(() =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <FormDialog<Note>
          title="Note"
          draftKey="notes/create"
          initial={initial}
          fields={FIELDS}
          theirs={theirs && { values: theirs, by: 'ana@ops.example', words: (_key, value) => String(value) }}
          onApply={onApply}
          onClose={onClose}
        />
      </FluentProvider>,
    ),
  );

const input = (label: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)!;
const button = (name: string) => [...document.querySelectorAll('button')].find(found => found.textContent === name)!;
const apply = () => act(async () => input('Title').form!.requestSubmit());
const press = (name: string) => act(async () => button(name).click());

function type(label: string, value: string) {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    setter?.call(input(label), value);
    input(label).dispatchEvent(new Event('input', { bubbles: true }));
  });
}

beforeEach(() => {
  onApply.mockReset().mockResolvedValue();
  onClose.mockReset();
});

describe('FormDialog', () => {
  it('the reason why the form could not be applied is scrolled into view', async () => {
    const scrolled: (string | null)[] = [];
    const spy = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this.textContent);
    });
    onApply.mockRejectedValueOnce(new Error('Someone else changed it in the meantime.'));
    onApply.mockRejectedValueOnce(new Error('Someone else changed it in the meantime.'));
    open({ title: 'A', text: 'B' });
    await apply();
    await apply();
    spy.mockRestore();
    const reason = document.querySelector('[role="alert"]')?.textContent;
    expect(reason).not.toBeUndefined();
    expect(scrolled).toEqual([reason, reason]);
  });

  it('a form affected by a colleague’s change cannot be applied until every conflicting field is resolved', async () => {
    const note = { title: 'A', text: 'one' };
    open(note);
    type('Title', 'mine');
    open(note, { title: 'theirs', text: 'two' });
    // An untouched field takes the colleague's value immediately.
    expect([input('Title').value, input('Text').value]).toEqual(['mine', 'two']);
    expect(document.body.textContent).toContain('ana@ops.example changed this record while you had it open.');
    expect(document.body.textContent).toContain('Title: theirs (theirs), mine (yours)');
    await apply();
    expect(onApply).not.toHaveBeenCalled();
    await act(async () => document.querySelector<HTMLElement>('[aria-label="Theirs: Title"]')?.click());
    await act(async () => document.querySelector<HTMLElement>('[aria-label="Yours: Text"]')?.click());
    expect([input('Title').value, input('Text').value]).toEqual(['theirs', 'one']);
    await apply();
    expect(onApply).toHaveBeenCalledWith({ title: 'theirs', text: 'one' }, false);
  });

  it('required fields are validated on Apply, and from then on while typing (FORM-5, FORM-7)', async () => {
    open({ title: '', text: '' });
    expect(document.body.textContent).not.toContain('is required');
    await apply();
    expect(onApply).not.toHaveBeenCalled();
    expect(document.body.textContent).toContain('Title is required');
    expect(document.body.textContent).toContain('Text is required');
    type('Title', 'A');
    expect(document.body.textContent).not.toContain('Title is required');
    expect(document.body.textContent).toContain('Text is required');
  });

  it('an input enforces its field’s maxLength (FORM-8)', () => {
    open({ title: '', text: '' });
    expect(input('Title').maxLength).toBe(20);
  });

  it('Apply submits the entered values', async () => {
    open({ title: 'A', text: 'B' });
    type('Text', 'C');
    await apply();
    expect(onApply).toHaveBeenCalledWith({ title: 'A', text: 'C' }, false);
  });

  it('Create another clears the identifying fields, keeps the others, and then lets the form close without a question', async () => {
    onApply.mockResolvedValue();
    act(() =>
      page.root.render(
        <FluentProvider theme={webLightTheme}>
          <FormDialog<Note>
            title="Note"
            draftKey="notes/create"
            initial={{ title: '', text: 'B' }}
            fields={FIELDS}
            another={values => ({ ...values, title: '' })}
            onApply={onApply}
            onClose={onClose}
          />
        </FluentProvider>,
      ),
    );
    const box = document.querySelector<HTMLInputElement>('input[type=checkbox]')!;
    expect(box.checked).toBe(false);
    type('Title', 'A');
    act(() => box.click());
    await apply();
    expect(onApply).toHaveBeenLastCalledWith({ title: 'A', text: 'B' }, true);
    expect([input('Title').value, input('Text').value]).toEqual(['', 'B']);
    // A form that has just been reset shows no errors.
    expect(document.body.textContent).not.toContain('is required');

    type('Title', 'C');
    act(() => box.click());
    await act(async () =>
      input('Title').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true })),
    );
    expect(onApply).toHaveBeenLastCalledWith({ title: 'C', text: 'B' }, true);
    await press('Cancel');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('a control that reports its value late does not undo what was typed into another field since', async () => {
    let late: (next: Partial<Note>) => void = () => undefined;
    const remembering: FormField<Note> = {
      ...field('text', 'Text'),
      render: (control, values, change) => {
        if (values.title === '') late = change;
        return <TextControl control={control} value={values.text} maxLength={20} onChange={() => undefined} />;
      },
    };
    act(() =>
      page.root.render(
        <FluentProvider theme={webLightTheme}>
          <FormDialog<Note>
            title="Note"
            draftKey="notes/create"
            initial={{ title: '', text: '' }}
            fields={[field('title', 'Title'), remembering]}
            onApply={onApply}
            onClose={onClose}
          />
        </FluentProvider>,
      ),
    );
    type('Title', 'typed');
    act(() => late({ text: 'found' }));
    expect([input('Title').value, input('Text').value]).toEqual(['typed', 'found']);
  });

  it('the dialog stays open and shows the error if the change could not be stored', async () => {
    onApply.mockRejectedValue(new Error('No storage space left.'));
    open({ title: 'A', text: 'B' });
    await apply();
    expect(document.body.textContent).toContain('No storage space left.');
    expect(onClose).not.toHaveBeenCalled();
    expect(button('Apply').disabled).toBe(false);
  });

  it.each(['Apply', 'Title'])('a failed Apply returns the focus to %s, so that Enter retries it', async at => {
    const place = () => (at === 'Apply' ? button('Apply') : input('Title'));
    let fail: (error: Error) => void = () => undefined;
    onApply.mockReturnValue(new Promise((_, reject) => (fail = reject)));
    open({ title: 'A', text: 'B' });
    act(() => place().focus());
    await apply();
    losesFocus(place());
    expect(document.activeElement).toBe(document.body);
    await act(async () => fail(new Error('No storage space left.')));
    expect(place().disabled).toBe(false);
    expect(document.activeElement).toBe(place());
  });

  it('Create another focuses the first empty field before the next key press is handled', async () => {
    act(() =>
      page.root.render(
        <FluentProvider theme={webLightTheme}>
          <FormDialog<Note>
            title="Note"
            draftKey="notes/create"
            initial={{ title: 'A', text: 'B' }}
            fields={FIELDS}
            another={values => ({ ...values, text: '' })}
            onApply={onApply}
            onClose={onClose}
          />
        </FluentProvider>,
      ),
    );
    act(() => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
    act(() => input('Title').focus());
    const frame = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    await apply();
    expect(document.activeElement).toBe(input('Text'));
    frame.mockRestore();
  });

  it('Apply focuses the first invalid field before the next key press is handled', async () => {
    open({ title: 'A', text: '' });
    const frame = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    await apply();
    expect(document.activeElement).toBe(input('Text'));
    frame.mockRestore();
  });

  it('Cancel closes an unchanged form without asking', async () => {
    open({ title: 'A', text: 'B' });
    await press('Cancel');
    expect(onClose).toHaveBeenCalledOnce();
  });

  describe('form drafts', () => {
    type Kept = Readonly<Record<string, unknown>>;
    const kept = new Map<string, Kept>();
    const bases = new Map<string, Kept>();
    let full = false;
    let notifyElsewhere: (open: boolean) => void = () => undefined;
    /** The store awaits this promise before it opens a draft, so that a test can delay that. */
    let looked: Promise<void> = Promise.resolve();
    const released = vi.fn<(key: string) => void>();
    const drafts: DraftStore = {
      open: async (key, onElsewhere) => {
        notifyElsewhere = onElsewhere;
        await looked;
        return {
          kept: kept.get(key) ?? null,
          base: bases.get(key) ?? null,
          save: async (changes, base) => {
            if (full) throw new DOMException('', 'QuotaExceededError');
            kept.set(key, changes);
            bases.set(key, base ?? {});
          },
          remove: async () => void kept.delete(key),
          release: () => released(key),
        };
      },
    };
    const ui = {
      can: () => true,
      entity: 'ID' as const,
      countries: ['ID'] as const,
      switchCountry: () => undefined,
      showOnce: () => undefined,
      timeZone: 'UTC',
      online: true,
      userKey: '1',
      person: { email: 'a@x.example', admin: false, category: 0 as const },
      drafts,
    };
    const notify = {
      success: () => undefined,
      info: () => undefined,
      warning: () => undefined,
      error: () => undefined,
      open: () => ({ say: () => undefined, withdraw: () => undefined, isShown: () => false }),
    };
    const openKept = async (initial: Note) => {
      await act(async () =>
        page.root.render(
          <UiContext.Provider value={{ ...ui, notify }}>
            <FluentProvider theme={webLightTheme}>
              <FormDialog<Note>
                title="Note"
                draftKey="notes/edit/1"
                initial={initial}
                fields={FIELDS}
                onApply={onApply}
                onClose={onClose}
              />
            </FluentProvider>
          </UiContext.Provider>,
        ),
      );
    };
    const crash = async () => {
      await page.restart();
    };
    const text = () => document.body.textContent;
    beforeEach(() => {
      kept.clear();
      full = false;
      released.mockReset();
      looked = Promise.resolve();
    });

    it('when a form is reopened after the page was closed, its draft is restored on top of the current record', async () => {
      await openKept({ title: 'A', text: 'B' });
      type('Text', 'C');
      await crash();
      expect([...kept]).toEqual([['ID/notes/edit/1', { text: 'C' }]]);
      await openKept({ title: 'New', text: 'B' });
      expect([input('Title').value, input('Text').value]).toEqual(['New', 'C']);
      expect(text()).toContain('Your draft was restored');
      await press('Discard draft');
      expect(input('Text').value).toBe('B');
      expect(text()).not.toContain('Restored');
      expect(kept.size).toBe(0);
    });

    it('a draft says which of its fields were changed in the record since it was typed', async () => {
      const warning =
        'Since you typed it, the record was changed in the same place (Text). Applying the draft would undo';
      await openKept({ title: 'A', text: 'B' });
      type('Text', 'C');
      await crash();
      // Nothing that the person typed was changed, or it was changed to the same value.
      for (const text of ['B', 'C']) {
        await openKept({ title: 'New', text });
        expect([input('Text').value, document.body.textContent.includes(warning)]).toEqual(['C', false]);
        if (text === 'B') await crash();
      }
      await crash();
      kept.set('ID/notes/edit/1', { text: 'C' });
      await openKept({ title: 'A', text: 'changed by somebody else' });
      expect(input('Text').value).toBe('C');
      expect(text()).toContain(warning);
      await crash();
      await openKept({ title: 'A', text: 'changed by somebody else' });
      expect(text()).toContain(warning);
      await press('Discard draft');
      expect(input('Text').value).toBe('changed by somebody else');
      expect(text()).not.toContain(warning);
    });

    it('a warning is shown for as long as the typed input cannot be stored because the disk is full', async () => {
      const warning = 'This browser could not save what you typed';
      full = true;
      await openKept({ title: 'A', text: 'B' });
      expect(text()).not.toContain(warning);
      type('Text', 'C');
      await act(async () => undefined);
      expect(text()).toContain(warning);
      full = false;
      type('Text', 'D');
      await act(async () => undefined);
      expect(text()).not.toContain(warning);
      expect([...kept.values()]).toEqual([{ text: 'D' }]);
    });

    it('input typed before the draft has loaded is merged with the draft (D8)', async () => {
      kept.set('ID/notes/edit/1', { title: 'Old title', text: 'Old text' });
      let found = (): void => undefined;
      looked = new Promise(resolve => (found = resolve));
      await openKept({ title: 'A', text: 'B' });
      type('Text', 'C');
      await act(async () => found());
      expect([input('Title').value, input('Text').value]).toEqual(['Old title', 'C']);
      expect(text()).toContain('Your draft was restored');
      expect([...kept.values()]).toEqual([{ title: 'Old title', text: 'C' }]);
    });

    it('a form applied before another tab’s draft has loaded leaves that draft for the next form', async () => {
      kept.set('ID/notes/edit/1', { title: 'Old title' });
      let found = (): void => undefined;
      looked = new Promise(resolve => (found = resolve));
      await openKept({ title: 'A', text: 'B' });
      type('Text', 'C');
      await apply();
      await crash();
      await act(async () => found());
      expect([...kept.values()]).toEqual([{ title: 'Old title' }]);
      expect(released).toHaveBeenCalledOnce();
    });

    it('a form says that nothing is saved if its draft cannot be opened', async () => {
      looked = Promise.reject(new DOMException('', 'UnknownError'));
      await openKept({ title: 'A', text: 'B' });
      expect(text()).not.toContain('could not save');
      type('Text', 'C');
      await vi.waitFor(() => expect(text()).toContain('This browser could not save what you typed'));
      type('Text', 'B');
      await vi.waitFor(() => expect(text()).not.toContain('could not save'));
    });

    it('a form says that the record is open in another tab for as long as it is (D1)', async () => {
      await openKept({ title: 'A', text: 'B' });
      expect(text()).not.toContain('another tab');
      await act(async () => notifyElsewhere(true));
      expect(text()).toContain('This form is also open in another tab. What you typed there is not shown here.');
      await act(async () => notifyElsewhere(false));
      expect(text()).not.toContain('another tab');
    });

    it('a form that is unmounted releases its draft', async () => {
      await openKept({ title: 'A', text: 'B' });
      type('Text', 'C');
      await crash();
      expect(released).toHaveBeenCalledWith('ID/notes/edit/1');
      expect(kept.size).toBe(1);
    });

    it('no draft is stored after Apply or Cancel, or for an untouched form', async () => {
      await openKept({ title: 'A', text: 'B' });
      expect(text()).not.toContain('Restored');
      type('Text', 'C');
      await apply();
      expect(kept.size).toBe(0);
      await crash();
      await openKept({ title: 'A', text: 'B' });
      type('Text', 'D');
      await press('Cancel');
      expect(kept.size).toBe(1);
      await press('Discard');
      expect(kept.size).toBe(0);
    });

    it('the draft is kept if the change could not be stored', async () => {
      onApply.mockRejectedValue(new Error('No storage space left.'));
      await openKept({ title: 'A', text: 'B' });
      type('Text', 'C');
      await apply();
      expect(kept.size).toBe(1);
    });
  });

  it('the dialog asks before discarding changes', async () => {
    open({ title: 'A', text: 'B' });
    type('Text', 'C');
    await press('Cancel');
    expect(onClose).not.toHaveBeenCalled();
    expect(document.body.textContent).toContain('Discard your changes?');
    await press('Keep editing');
    expect(input('Text').value).toBe('C');
    await press('Cancel');
    await press('Discard');
    expect(onClose).toHaveBeenCalledOnce();
  });
});
