import { memo, useCallback, useId, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronUpRegular, FilterRegular, SearchRegular } from '@fluentui/react-icons';
import type { Filters } from '../../domain/listQuery.ts';
import { PHONE, useMedia } from '../useMedia.ts';
import { Tag } from '../Tag.tsx';
import { FilterField } from './FilterField.tsx';
import {
  fromDraft,
  initialFilters,
  sameFilters,
  senseless,
  toDraft,
  type Draft,
  type FilterDefinition,
} from './filters.ts';

const useStyles = makeStyles({
  root: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'flex-end',
    gap: tokens.spacingHorizontalM,
    '@media (max-width: 640px)': { flexDirection: 'column', alignItems: 'stretch' },
  },
  grid: {
    flexGrow: 1,
    minWidth: 0,
    display: 'grid',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalM,
    '@media (max-width: 1000px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '@media (max-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  four: { '@media (min-width: 1001px)': { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
  five: { '@media (min-width: 1001px)': { gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' } },
  buttons: {
    display: 'flex',
    gap: tokens.spacingHorizontalS,
    '@media (max-width: 640px)': { '> button': { flexGrow: 1 } },
    '@media print': { display: 'none' },
  },
  toggle: { alignSelf: 'flex-start' },
});

const sameDraft = (a: Draft, b: Draft): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every(key => a[key] === b[key]);

interface FilterBarProps {
  filters: readonly FilterDefinition[];
  applied: Filters;
  perRow: 4 | 5;
  /** Each change of an input: the filters as they are, searched or not. */
  onSelect: (filters: Filters) => void;
  /** Search, Enter or a switch: the filters that the inputs mean now. */
  onSearch: (filters: Filters) => void;
  onReset: () => void;
}

function FilterBarInner({ filters, applied, perRow, onSelect, onSearch, onReset }: FilterBarProps) {
  const styles = useStyles();
  const phone = useMedia(PHONE);
  const [unfolded, setUnfolded] = useState(false);
  const gridId = useId();
  const [shown, setShown] = useState(applied);
  const [draft, setDraft] = useState<Draft>(() => toDraft(filters, applied));
  // Read by the submit that follows a change within the same key press, before React has drawn it.
  const latest = useRef(draft);

  const put = (next: Draft) => {
    latest.current = next;
    setDraft(next);
    onSelect(fromDraft(filters, next));
  };

  if (!sameFilters(shown, applied)) {
    setShown(applied);
    const restored = toDraft(filters, applied);
    if (!sameDraft(restored, draft)) setDraft(restored);
  }
  useLayoutEffect(() => {
    latest.current = draft;
  }, [draft]);

  const form = useRef<HTMLFormElement>(null);
  const search = () => {
    const wrong = filters.find(filter => senseless(filter, latest.current) !== null);
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[data-filter="${wrong.key}"] input`)?.focus();
    else {
      onSearch(fromDraft(filters, latest.current));
      setUnfolded(false);
    }
  };
  const change = useCallback(
    (key: string, value: string | boolean) => {
      const next = { ...latest.current, [key]: value };
      latest.current = next;
      setDraft(next);
      onSelect(fromDraft(filters, next));
      // A switch acts at once, with the other inputs as they are.
      if (typeof value === 'boolean' && filters.every(filter => senseless(filter, next) === null))
        onSearch(fromDraft(filters, next));
    },
    [filters, onSelect, onSearch],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };
  const reset = () => {
    put(toDraft(filters, initialFilters(filters)));
    onReset();
  };

  // Filters that a person set: one with its initial value does not count.
  const initial = initialFilters(filters);
  const set = Object.keys(applied).filter(key => applied[key] !== initial[key]).length;
  return (
    <search aria-label="Filters">
      <form ref={form} className={styles.root} onSubmit={submit}>
        {phone && (
          <Button
            className={styles.toggle}
            icon={<FilterRegular />}
            aria-expanded={unfolded}
            aria-controls={gridId}
            onClick={() => setUnfolded(!unfolded)}
          >
            Filters&ensp;
            {set > 0 && <Tag>{set}</Tag>}
            {unfolded ? <ChevronUpRegular /> : <ChevronDownRegular />}
          </Button>
        )}
        {(!phone || unfolded) && (
          <>
            <div id={gridId} className={mergeClasses(styles.grid, perRow === 4 ? styles.four : styles.five)}>
              {filters.map(filter => (
                <FilterField key={filter.key} filter={filter} draft={draft} onChange={change} />
              ))}
            </div>
            <div className={styles.buttons}>
              <Button type="submit" appearance="primary" icon={<SearchRegular />}>
                Search
              </Button>
              <Button onClick={reset}>Reset</Button>
            </div>
          </>
        )}
      </form>
    </search>
  );
}

/**
 * The search area (LIST-1, LIST-3). Inputs are half-typed until Search; a change of the address restores them. Drawn again
 * for new props alone: rows that come in below cost it nothing.
 */
export const FilterBar = memo(FilterBarInner);
