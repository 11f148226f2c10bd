// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, type ComponentType, type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Filters } from '../../domain/listQuery.ts';
import type { Category } from '../../domain/permission.ts';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { UiContext, type Ui, type Notify } from '../UiContext.ts';
import { defineListScreen, type ListDialogProps, type Misfit } from './definition.ts';
import type { FilterDefinition } from './filters.ts';
import type { ListData, RowMark } from '../../contract/listData.ts';
import { ListScreen } from './ListScreen.tsx';
import type { UrlState } from './urlState.ts';

type Place = { id: number; name: string; open: boolean };

const definition = defineListScreen<Place, { rowKey: (row: Place) => string }>({
  id: 'places',
  title: 'Places',
  feature: 'channel_management.serviceable_area',
  source: { rowKey: row => String(row.id) },
  columns: [
    { key: 'id', label: 'ID', kind: 'id', value: row => row.id },
    { key: 'name', label: 'Name', kind: 'text', value: row => row.name },
    { key: 'open', label: 'Open', kind: 'yesNo', value: row => row.open },
  ],
  filters: [{ key: 'name', label: 'Name', kind: 'text' }],
  operations: [
    {
      id: 'create',
      kind: 'dialog',
      label: 'Create',
      permission: 'places.write',
      dialog: 'note',
      primary: true,
      shortcut: 'n',
    },
    {
      id: 'export',
      kind: 'download',
      label: 'Export',
      permission: 'places.read',
      href: applied => `/file?name=${String(applied['name'])}`,
      disabled: applied => (applied['name'] === undefined ? 'Search first.' : null),
      Fetch: ({ href, close }) => <button type="button" onClick={close}>{`fetches ${href}`}</button>,
      Offline: ({ label, selected }) => <button type="button">{`${label} ${String(selected['name'])} here`}</button>,
    },
  ],
  rowActions: [{ id: 'edit', label: 'Edit', permission: 'places.write', dialog: 'note' }],
  dialogs: {
    note: ({ item }: ListDialogProps<Place>) => <dialog open>{item ? `edit ${item.row.name}` : 'create'}</dialog>,
  },
  texts: { idle: 'Choose a place', empty: 'No place matches', none: 'No places yet', noneHint: 'Create one.' },
});

const ready = (
  rows: Place[],
  marks: Record<number, RowMark> = {},
  more: Partial<ListData<Place>> = {},
): ListData<Place> => ({
  rows: rows.map(row => ({ key: String(row.id), row, pending: marks[row.id] ?? null })),
  total: rows.length,
  extra: 0,
  page: 1,
  count: 10,
  status: 'ready',
  asOf: Date.UTC(2026, 0, 1),
  refreshing: false,
  problem: null,
  refetch: vi.fn<() => void>(),
  ...more,
});

const two = [
  { id: 1, name: 'Bandung', open: true },
  { id: 2, name: 'Badung', open: false },
];

const page = reactRoot();
const onUrlState = vi.fn<(next: UrlState, replace?: boolean) => void>();
const say = () => vi.fn<(text: string) => void>();

interface ShowOptions {
  codes?: string[];
  url?: Partial<UrlState>;
  online?: boolean;
  filters?: readonly FilterDefinition[];
  scope?: readonly string[];
  misfit?: string;
  category?: Category;
  hint?: ComponentType<{ filters: Filters }>;
}

function show(data: ListData<Place>, options: ShowOptions = {}) {
  const { misfit } = options;
  const shown = {
    ...definition,
    ...(options.filters ? { filters: options.filters } : {}),
    ...(options.scope ? { scope: options.scope } : {}),
    ...(options.hint ? { Hint: options.hint } : {}),
    ...(misfit === undefined
      ? {}
      : { Misfit: ({ children }: { children: (misfit: Misfit) => ReactNode }) => children({ title: misfit }) }),
  };
  const codes = options.codes ?? ['places.read', 'places.write'];
  const ui: Ui = {
    can: code => codes.includes(code),
    entity: 'ID',
    countries: ['ID'],
    switchCountry: () => undefined,
    showOnce: () => undefined,
    timeZone: 'UTC',
    notify: { success: say(), info: say(), warning: say(), error: say(), open: vi.fn<Notify['open']>() },
    online: options.online ?? true,
    userKey: '1',
    person: { email: 'a@x.example', admin: false, category: options.category ?? 0 },
  };
  act(() =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <UiContext.Provider value={ui}>
          <ListScreen
            definition={shown}
            urlState={{ q: {}, page: 1, count: 10, sort: '', ...options.url }}
            onUrlState={onUrlState}
            data={data}
            navigate={vi.fn<(href: string) => void>()}
          />
        </UiContext.Provider>
      </FluentProvider>,
    ),
  );
}

const button = (name: string) => [...page.host.querySelectorAll('button')].find(found => found.textContent === name);
const press = (element: Element, key: string) =>
  act(() => void element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));

/** Simulates typing by calling the native setter, which React tracks. */
function type(input: HTMLInputElement, value: string) {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    setter?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

beforeEach(() => {
  onUrlState.mockReset();
});

describe('ListScreen', () => {
  it('the list renders its rows, booleans as Yes or No, and the footer', () => {
    show(ready(two));
    expect(page.host.querySelectorAll('tr[data-row-key]')).toHaveLength(2);
    expect(page.host.textContent).toContain('Showing 1 to 2 of 2 entries');
    expect(page.host.querySelector('tr[data-row-key="2"]')?.textContent).toContain('No');
  });

  it('the filter hint is rerendered when the filters change, but not when only the rows change', () => {
    const drawn: Filters[] = [];
    const hint = ({ filters }: { filters: Filters }) => {
      drawn.push(filters);
      return null;
    };
    const filters = { name: 'Ba' };
    show(ready(two, {}, { total: 20 }), { hint, url: { q: filters } });
    show(ready([{ id: 3, name: 'Bali', open: true }], {}, { total: 20, page: 2 }), {
      hint,
      url: { q: filters, page: 2 },
    });
    expect(page.host.querySelectorAll('tr[data-row-key="3"]')).toHaveLength(1);
    expect(drawn).toEqual([filters]);
    show(ready(two), { hint, url: { q: { name: 'Bad' } } });
    expect(drawn.at(-1)).toEqual({ name: 'Bad' });
  });

  it('rows not yet created on the server are shown above a full page, without changing counts or pages (LIST-5)', () => {
    const places = Array.from({ length: 11 }, (_, at) => ({ id: at + 1, name: `Place ${at + 1}`, open: true }));
    const mark: RowMark = { entryId: 'e1', state: 'queued', effect: 'create', message: '' };
    show(ready(places, { 1: mark }, { total: 20, extra: 1 }));
    expect(page.host.querySelectorAll('tr[data-row-key]')).toHaveLength(11);
    expect(page.host.querySelector('footer output')?.textContent).toBe(
      'Showing 1 to 10 of 20 entries, plus 1 unsent at the top',
    );
    expect(page.host.querySelectorAll('button[aria-label^="Page "]')).toHaveLength(2);
    show(ready([], {}, { total: 0, extra: 0 }));
    expect(page.host.querySelector('footer output')?.textContent).toBe('Showing 0 to 0 of 0 entries');
  });

  it('a number filter marks invalid input and never searches for it', () => {
    const filters: FilterDefinition[] = [
      { key: 'id', label: 'ID', kind: 'number' },
      { key: 'name', label: 'Name', kind: 'text' },
    ];
    show(ready(two), { filters });
    const input = page.host.querySelector<HTMLInputElement>('[data-filter="id"] input')!;
    const submit = () => act(() => page.host.querySelector('form')?.requestSubmit());
    for (const senseless of ['1.5', '-1', '1e5', '0', 'abc', '99999999999999999999', '12 13']) {
      type(input, senseless);
      expect([input.value, input.getAttribute('aria-invalid')]).toEqual([senseless, 'true']);
      submit();
      expect(onUrlState).not.toHaveBeenCalled();
    }
    // Full-width digits from certain keyboards, with the spaces of a copied cell.
    type(input, ' １０２７ ');
    submit();
    expect(onUrlState).toHaveBeenLastCalledWith(expect.objectContaining({ q: { id: 1027 } }));
  });

  it('lines pasted into a number filter are not merged', () => {
    show(ready(two), { filters: [{ key: 'id', label: 'ID', kind: 'number' }] });
    const input = page.host.querySelector<HTMLInputElement>('[data-filter="id"] input')!;
    const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
      clipboardData: { getData: () => '1027690\r\n1027691\n' },
    });
    act(() => void input.dispatchEvent(paste));
    expect([input.value, paste.defaultPrevented]).toEqual(['1027690 1027691', true]);
  });

  it('the page jump accepts only integers, and leaves invalid input in place', () => {
    show(ready(two, {}, { total: 400 }));
    const input = page.host.querySelector<HTMLInputElement>('input[aria-label="Go to page"]');
    type(input!, '1.5');
    press(input!, 'Enter');
    expect(onUrlState).not.toHaveBeenCalled();
    expect([input?.value, input?.getAttribute('aria-invalid')]).toEqual(['1.5', 'true']);
    type(input!, '15');
    expect(input?.getAttribute('aria-invalid')).toBeNull();
    press(input!, 'Enter');
    expect(onUrlState).toHaveBeenLastCalledWith(expect.objectContaining({ page: 15 }));
    expect(input?.value).toBe('');
  });

  it('a keyboard shortcut opens an operation only with the required permission, and not while the person is typing', () => {
    const dialog = () => page.host.querySelector('dialog');
    const at = (selector: string) => page.host.querySelector(selector) as Element;
    show(ready(two), { codes: ['places.read'] });
    press(at('[data-row-key]'), 'n');
    expect(dialog()).toBeNull();
    show(ready(two));
    press(at('input'), 'n');
    expect(dialog()).toBeNull();
    press(at('[data-row-key]'), 'n');
    expect(dialog()?.textContent).toBe('create');
  });

  it('operations and row actions are not rendered without their permission codes (PERM-6)', () => {
    show(ready(two), { codes: [] });
    expect(button('Create')).toBeUndefined();
    expect(button('Edit')).toBeUndefined();
    expect(page.host.textContent).not.toContain('Export');
  });

  it('a search sends the entered values without empty ones, and starts at page 1', () => {
    show(ready(two), { url: { page: 3 } });
    const input = page.host.querySelector<HTMLInputElement>('input[placeholder="Name"]');
    type(input!, '  Bali ');
    expect(onUrlState).not.toHaveBeenCalled();
    act(() => input!.form!.requestSubmit());
    expect(onUrlState).toHaveBeenCalledWith({ q: { name: 'Bali' }, page: 1, count: 10, sort: '' });
  });

  it('a person with a single category is offered only that category, plus the one in the URL (PERM-17)', () => {
    const options = [
      { value: 1, label: 'CrossBorder' },
      { value: 2, label: 'Local' },
    ];
    const filters: FilterDefinition[] = [{ key: 'open', label: 'Category', kind: 'select', options, ofPerson: true }];
    const offered = () => [...page.host.querySelectorAll('[data-filter] option')].map(({ textContent }) => textContent);
    show(ready(two), { filters, category: 1 });
    expect(offered()).toEqual(['Category', 'CrossBorder']);
    show(ready(two), { filters, category: 1, url: { q: { open: 2 } } });
    expect(offered()).toEqual(['Category', 'CrossBorder', 'Local']);
    show(ready(two), { filters });
    expect(offered()).toEqual(['Category', 'CrossBorder', 'Local']);
  });

  it('selecting an option searches immediately, typing searches after a pause, and continuous typing adds one history entry', () => {
    vi.useFakeTimers();
    const filters: FilterDefinition[] = [
      { key: 'name', label: 'Name', kind: 'text' },
      { key: 'id', label: 'ID', kind: 'number' },
      { key: 'open', label: 'Open', kind: 'select', options: [{ value: 1, label: 'Open' }] },
    ];
    const at = (q: UrlState['q']) => show(ready(two), { filters, url: { q } });
    const asked = () => onUrlState.mock.calls.map(([next, replace]) => [next.q, replace === true]);
    at({});
    const name = page.host.querySelector<HTMLInputElement>('[data-filter="name"] input')!;
    act(() => name.focus());
    type(name, 'ba');
    act(() => void vi.advanceTimersByTime(200));
    type(name, 'ban');
    act(() => void vi.advanceTimersByTime(200));
    expect(asked()).toEqual([]);
    act(() => void vi.advanceTimersByTime(200));
    expect(asked()).toEqual([[{ name: 'ban' }, false]]);
    at({ name: 'ban' });
    type(name, 'band');
    act(() => void vi.advanceTimersByTime(400));
    expect(asked().at(-1)).toEqual([{ name: 'band' }, true]);
    at({ name: 'band' });
    // Leaving the input and returning to it starts a new history entry.
    act(() => name.blur());
    act(() => name.focus());
    type(name, 'bandu');
    act(() => void vi.advanceTimersByTime(400));
    expect(asked().at(-1)).toEqual([{ name: 'bandu' }, false]);
    // The person has gone back meanwhile, so further typing must not change the entry that was left.
    at({});
    type(name, 'q');
    act(() => void vi.advanceTimersByTime(400));
    expect(asked().at(-1)).toEqual([{ name: 'q' }, false]);
    at({ name: 'q' });
    const choice = page.host.querySelector<HTMLSelectElement>('[data-filter="open"] select')!;
    act(() => {
      choice.value = '1';
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(asked().at(-1)).toEqual([{ name: 'q', open: 1 }, false]);
    at({ name: 'q', open: 1 });
    const before = asked().length;
    type(page.host.querySelector<HTMLInputElement>('[data-filter="id"] input')!, '12 13');
    act(() => void vi.advanceTimersByTime(400));
    expect(asked()).toHaveLength(before);
    expect(page.host.textContent).toContain('Filters changed but not applied yet');
    vi.useRealTimers();
  });

  it('a response to an earlier search does not overwrite text typed since then', () => {
    vi.useFakeTimers();
    const filters: FilterDefinition[] = [{ key: 'name', label: 'Name', kind: 'text' }];
    const at = (q: UrlState['q']) => show(ready(two), { filters, url: { q } });
    at({});
    const name = page.host.querySelector<HTMLInputElement>('[data-filter="name"] input')!;
    act(() => name.focus());
    type(name, 'kota ');
    act(() => void vi.advanceTimersByTime(400));
    expect(onUrlState.mock.lastCall?.[0].q).toEqual({ name: 'kota' });
    at({ name: 'kota' });
    expect(name.value).toBe('kota ');
    type(name, 'kota b');
    act(() => void vi.advanceTimersByTime(400));
    type(name, 'kota ba');
    at({ name: 'kota b' });
    expect(name.value).toBe('kota ba');
    act(() => void vi.advanceTimersByTime(400));
    expect(onUrlState.mock.lastCall?.[0].q).toEqual({ name: 'kota ba' });
    at({ name: 'kota ba' });
    // Changes from outside, e.g. Back followed by Forward.
    for (const q of ['kota b', 'kota ba']) {
      at({ name: q });
      expect(name.value).toBe(q);
    }
    vi.useRealTimers();
  });

  it('no automatic search is made while a required filter is missing', () => {
    vi.useFakeTimers();
    show(ready(two), { scope: ['id'], filters: [{ key: 'id', label: 'ID', kind: 'number' }, ...definition.filters] });
    type(page.host.querySelector<HTMLInputElement>('[data-filter="name"] input')!, 'ban');
    act(() => void vi.advanceTimersByTime(400));
    expect(onUrlState).not.toHaveBeenCalled();
    type(page.host.querySelector<HTMLInputElement>('[data-filter="id"] input')!, '7');
    act(() => void vi.advanceTimersByTime(400));
    expect(onUrlState).toHaveBeenCalledWith(expect.objectContaining({ q: { id: 7, name: 'ban' } }));
    vi.useRealTimers();
  });

  it('the inputs are updated when the URL changes', () => {
    show(ready(two), { url: { q: { name: 'Bali' } } });
    expect(page.host.querySelector<HTMLInputElement>('input[placeholder="Name"]')?.value).toBe('Bali');
    show(ready(two), { url: { q: {} } });
    expect(page.host.querySelector<HTMLInputElement>('input[placeholder="Name"]')?.value).toBe('');
  });

  it('an export uses the filters in the inputs, and a note says if they have not been applied yet (SAL-7, SAL-25, LIST-16)', () => {
    const input = () => page.host.querySelector<HTMLInputElement>('input[placeholder="Name"]')!;
    const link = () => page.host.querySelector('a[target="_blank"]')?.getAttribute('href');
    show(ready(two), { url: { q: { name: 'Bali' } } });
    expect(page.host.textContent).not.toContain('not applied yet');
    type(input(), 'Aceh');
    expect(link()).toBe('/file?name=Aceh');
    expect(page.host.textContent).toContain('Filters changed but not applied yet');
    show(ready(two), { url: { q: { name: 'Bali' }, page: 2 } });
    expect(link()).toBe('/file?name=Aceh');
    show(ready(two), { url: { q: {} } });
    expect(link()).toBeUndefined();
    expect(button('Export')?.getAttribute('aria-disabled')).toBe('true');
    type(input(), 'Jambi');
    expect(link()).toBe('/file?name=Jambi');
    show(ready(two), { url: { q: { name: 'Bali' } } });
    expect(link()).toBe('/file?name=Bali');
    expect(input().value).toBe('Bali');
  });

  it('a plain click on an export downloads it, and a click with a modifier key is left to the browser', () => {
    show(ready(two), { url: { q: { name: 'Bali' } } });
    const click = (more: MouseEventInit): boolean => {
      let left = false;
      const see = (event: Event): void => {
        left = !event.defaultPrevented;
        // There is no browser here to open a window.
        event.preventDefault();
      };
      document.addEventListener('click', see, { once: true });
      const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...more });
      act(() => void page.host.querySelector('a[target="_blank"]')?.dispatchEvent(event));
      return left;
    };
    expect(click({ ctrlKey: true })).toBe(true);
    const fetching = 'fetches /file?name=Bali';
    expect(button(fetching)).toBeUndefined();
    expect(click({})).toBe(false);
    // The filters at the time of the click are used, even if they change afterward.
    type(page.host.querySelector<HTMLInputElement>('input[placeholder="Name"]')!, 'Aceh');
    expect(button(fetching)).toBeDefined();
    act(() => button(fetching)?.click());
    expect(button(fetching)).toBeUndefined();
  });

  it('a list whose only filter is the search box shows it with the placeholder "Search..." and sends it as q (LIST-2)', () => {
    show(ready(two), { filters: [{ key: 'q', label: 'Search...', kind: 'text' }] });
    const input = page.host.querySelector<HTMLInputElement>('input[placeholder="Search..."]');
    type(input!, 'ban');
    act(() => input!.form!.requestSubmit());
    expect(onUrlState).toHaveBeenCalledWith({ q: { q: 'ban' }, page: 1, count: 10, sort: '' });
  });

  it('if no row can ever match the filters, the list says why and does not offer Create as the next step', () => {
    show(ready([]), { misfit: 'Indonesia has no channel 99999' });
    expect(page.host.textContent).toContain('Indonesia has no channel 99999');
    expect(page.host.textContent).not.toContain('No places yet');
    expect([...page.host.querySelectorAll('button')].filter(found => found.textContent === 'Create')).toHaveLength(1);
  });

  it('arrow keys move from row to row, and Enter opens the row’s first action', () => {
    show(ready(two));
    const rows = page.host.querySelectorAll<HTMLElement>('tr[data-row-key]');
    act(() => rows[0]!.focus());
    press(rows[0]!, 'ArrowDown');
    expect(document.activeElement).toBe(rows[1]);
    expect(rows[0]!.tabIndex).toBe(-1);
    press(rows[1]!, 'Enter');
    expect(page.host.querySelector('dialog')?.textContent).toBe('edit Badung');
  });

  it('pending, refused and conflicting rows look different, and their actions are disabled', () => {
    const mark = (state: RowMark['state']): RowMark => ({
      entryId: state,
      state,
      effect: 'update',
      message: 'too big',
    });
    show(ready(two, { 1: mark('queued'), 2: mark('refused') }));
    const [waiting, refused] = [...page.host.querySelectorAll('tr[data-row-key]')];
    expect(waiting?.textContent).toContain('Waiting');
    expect(waiting?.querySelector('[aria-disabled="true"]')).toBeNull();
    expect(refused?.textContent).toContain('Refused');
    expect(refused?.querySelector('[aria-disabled="true"]')?.textContent).toBe('Edit');
  });

  it('the action column fits its heading even if it contains only a status mark', () => {
    const stuck: RowMark = { entryId: 'e', state: 'refused', effect: 'update', message: 'no right' };
    show(ready(two, { 1: stuck }), { codes: ['places.read'] });
    const columns = [...page.host.querySelectorAll<HTMLElement>('colgroup col')];
    expect(Number.parseInt(columns.at(-1)?.style.width ?? '', 10)).toBeGreaterThanOrEqual(72);
  });

  it('an error empties the table and offers Retry (LIST-9)', () => {
    const data = ready([], {}, { status: 'error', problem: 'The server is busy.' });
    show(data);
    expect(page.host.querySelectorAll('tr[data-row-key]')).toHaveLength(0);
    expect(page.host.textContent).toContain('The server is busy.');
    act(() => button('Retry')!.click());
    expect(data.refetch).toHaveBeenCalledOnce();
  });

  it.each<[string, string, Partial<UrlState>]>([
    ['Search', 'with a filter', { q: { name: 'ban' } }],
    ['Search', 'without filters', {}],
    ['Reset', 'without filters', {}],
    ['Search', 'with initial filters', { q: { kind: 0 } }],
    ['Reset', 'with initial filters', { q: { kind: 0 } }],
  ])('%s %s requests the same rows again, unless they are on their way already', (label, _, url) => {
    const filters: FilterDefinition[] = [
      ...definition.filters,
      { key: 'kind', label: 'Kind', kind: 'select', initial: 0, options: [{ value: 0, label: 'Town' }] },
    ];
    const pressed = (more: Partial<ListData<Place>>): number => {
      const data = ready(two, {}, more);
      show(data, { url, filters });
      act(() => button(label)!.click());
      return vi.mocked(data.refetch).mock.calls.length;
    };
    expect([pressed({}), pressed({ refreshing: true }), pressed({ status: 'loading', rows: [] }), pressed({})]).toEqual(
      [1, 0, 0, 1],
    );
    expect(onUrlState).not.toHaveBeenCalled();
  });

  it('Search and Reset on a later page lead to the first one', () => {
    for (const label of ['Search', 'Reset']) {
      show(ready(two, {}, { page: 2, total: 25 }), { url: { page: 2 } });
      act(() => button(label)!.click());
      expect(onUrlState).toHaveBeenLastCalledWith({ q: {}, page: 1, count: 10, sort: '' });
    }
  });

  it('an empty list explains why it is empty and offers the next step', () => {
    show(ready([], {}, { status: 'idle' }));
    expect(page.host.textContent).toContain('Choose a place');
    show(ready([]), { url: { q: { name: 'x' } } });
    expect(page.host.textContent).toContain('No place matches');
    act(() => button('Reset filters')!.click());
    expect(onUrlState).toHaveBeenCalledWith({ q: {}, page: 1, count: 10, sort: '' });
    show(ready([]));
    expect(page.host.textContent).toContain('No places yetCreate one.');
    // People who may not create anything are not told to.
    show(ready([]), { codes: ['places.read'] });
    expect(page.host.textContent).toContain('No places yet');
    expect(page.host.textContent).not.toContain('Create one.');
  });

  it('offline, cached rows are shown with their age', () => {
    show(ready(two), { online: false });
    expect(page.host.textContent).toMatch(/as of .*, offline/);
    expect(page.host.querySelectorAll('tr[data-row-key]')).toHaveLength(2);
  });

  it('while the server is unreachable, the export is made on this device with the filters in the inputs', () => {
    show(ready(two), { online: false, url: { q: { name: 'Bali' } } });
    expect(page.host.querySelector('a[target="_blank"]')).toBeNull();
    expect(page.host.textContent).toContain('Export Bali here');
  });

  it('a URL with a page number that is too high leads to the last page', () => {
    show(ready([], {}, { total: 25 }), { url: { page: 9 } });
    expect(onUrlState).toHaveBeenCalledWith({ q: {}, page: 3, count: 10, sort: '' }, true);
  });

  it('on pages of more than a hundred rows, only the visible rows are rendered', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ id: index + 1, name: `Place ${index}`, open: true }));
    show(ready(many, {}, { count: 200 }), { url: { count: 200 } });
    // Until the code for long pages has loaded, the first hundred rows are rendered.
    expect(page.host.querySelectorAll('tr[data-row-key]')).toHaveLength(100);
    await act(() => vi.dynamicImportSettled());
    expect(page.host.querySelectorAll('tr[data-row-key]').length).toBeLessThan(100);
    expect(page.host.querySelector('table')?.getAttribute('aria-rowcount')).toBe('201');
  });
});
