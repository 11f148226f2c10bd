// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import type { Filters } from '../../domain/listQuery.ts';
import { FilterBar } from './FilterBar.tsx';
import type { FilterDefinition } from './filters.ts';

const FILTERS: readonly FilterDefinition[] = [
  { key: 'street', label: 'Street', kind: 'text' },
  { key: 'city', label: 'City', kind: 'text' },
];
const NO_SCOPE: readonly string[] = [];
const page = reactRoot();
const onSearch = vi.fn<(filters: Filters, replace?: boolean) => void>();
const nothing = (): void => undefined;

const show = (applied: Filters) =>
  act(() =>
    page.root.render(
      <FilterBar
        filters={FILTERS}
        applied={applied}
        scope={NO_SCOPE}
        idle={false}
        perRow={4}
        onSelect={nothing}
        onSearch={onSearch}
        onReset={nothing}
        onRows={nothing}
      />,
    ),
  );

const toggle = () => page.host.querySelector<HTMLButtonElement>('button[aria-expanded]')!;
const isOpen = () => toggle().getAttribute('aria-expanded') === 'true';
const input = (key: string) => page.host.querySelector<HTMLInputElement>(`[data-filter="${key}"] input`)!;
const submit = () => act(() => page.host.querySelector('form')?.requestSubmit());

function type(key: string, value: string) {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    input(key).focus();
    setter?.call(input(key), value);
    input(key).dispatchEvent(new Event('input', { bubbles: true }));
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  onSearch.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('FilterBar collapsing after a search', () => {
  it('the filter bar collapses in the same render as the new rows, and focuses its toggle button', () => {
    show({});
    type('street', 'jalan');
    submit();
    expect(onSearch).toHaveBeenLastCalledWith({ street: 'jalan' }, false);
    expect(isOpen()).toBe(true);
    show({ street: 'jalan' });
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(toggle());
  });

  it('the filter bar collapses after a timeout if no rows arrive', () => {
    show({});
    type('street', 'jalan');
    submit();
    act(() => vi.runAllTimers());
    expect(isOpen()).toBe(false);
  });

  it('the filter bar collapses immediately if a search only reloads the same rows', () => {
    show({ street: 'jalan' });
    act(() => toggle().click());
    expect(isOpen()).toBe(true);
    submit();
    expect(isOpen()).toBe(false);
  });

  it('the filter bar stays open if typing continues before the rows arrive, or if rows arrive without a search', () => {
    show({});
    type('street', 'jalan');
    submit();
    type('city', 'ban');
    show({ street: 'jalan' });
    expect(isOpen()).toBe(true);
    expect(input('city').value).toBe('ban');
  });
});

describe('history entries of searches', () => {
  const typeAndPause = (key: string, value: string) => {
    type(key, value);
    act(() => vi.advanceTimersByTime(400));
  };

  it('text typed with pauses is one entry, whether or not the rows of the search before have arrived', () => {
    show({});
    typeAndPause('street', 'ja');
    expect(onSearch).toHaveBeenLastCalledWith({ street: 'ja' }, false);
    typeAndPause('street', 'jalan');
    expect(onSearch).toHaveBeenLastCalledWith({ street: 'jalan' }, true);
    show({ street: 'jalan' });
    typeAndPause('street', 'jalan a');
    expect(onSearch).toHaveBeenLastCalledWith({ street: 'jalan a' }, true);
  });

  it('text typed after Back, or into another input, is a new entry', () => {
    show({});
    typeAndPause('street', 'ja');
    show({ street: 'ja' });
    show({ city: 'x' });
    typeAndPause('street', 'jalan');
    expect(onSearch).toHaveBeenLastCalledWith({ street: 'jalan', city: 'x' }, false);
    typeAndPause('city', 'ban');
    expect(onSearch).toHaveBeenLastCalledWith({ street: 'jalan', city: 'ban' }, false);
  });
});
