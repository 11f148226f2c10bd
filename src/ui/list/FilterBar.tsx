import {
  memo,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronUpRegular, FilterRegular, SearchRegular } from '@fluentui/react-icons';
import type { Filters } from '../../domain/listQuery.ts';
import { PHONE, useMedia } from '../useMedia.ts';
import { PlainInput } from '../PlainInput.tsx';
import { Tag } from '../Tag.tsx';
import { FilterChips } from './FilterChips.tsx';
import { FilterField } from './FilterField.tsx';
import { useAsking } from './useAsking.ts';
import { useFolding } from './useFolding.ts';
import { usePageKey } from './usePageKey.ts';
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
  // In a narrower window, this space is needed for the active filters.
  word: { '@media (max-width: 1365px)': { display: 'none' } },
  root: { flexShrink: 0, display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  grid: {
    display: 'grid',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalMNudge,
    paddingTop: tokens.spacingVerticalXS,
    '@media (max-width: 1000px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '@media print': { display: 'none' },
  },
  four: { '@media (min-width: 1001px)': { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
  five: { '@media (min-width: 1001px)': { gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' } },
  folded: { display: 'none' },
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '32px',
    // In print, the filters appear as text instead of inputs.
    '@media print': { '> button, > output': { display: 'none' } },
  },
  // A filter that is applied automatically after a pause needs no notice.
  unsearched: {
    color: tokens.colorStatusWarningForeground3,
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase200,
    animationName: { from: { visibility: 'hidden' }, to: { visibility: 'hidden' } },
    animationDuration: '800ms',
    // Takes no space if it has no text.
    ':empty': { marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})` },
  },
  // On a phone, the button of the open filters shows this instead, so that the layout stays still while the person
  // types.
  unseen: {
    '@media (max-width: 639px)': { position: 'absolute', width: '1px', height: '1px', clipPath: 'inset(50%)' },
  },
  // Search and Reset wrap to their own line if there is no room next to the quick search.
  wraps: { '@media (max-width: 639px)': { flexWrap: 'wrap' } },
  quick: {
    flexShrink: 0,
    width: '168px',
    '@media (max-width: 639px)': { flexShrink: 1, flexGrow: 1, minWidth: '96px' },
    '@media print': { display: 'none' },
  },
  toggle: { flexShrink: 0, minWidth: 0, '@media (max-width: 639px)': { columnGap: tokens.spacingHorizontalS } },
  space: { flexGrow: 1, '@media (max-width: 639px)': { display: 'none' } },
  button: { flexShrink: 0, minWidth: 0, '@media (max-width: 639px)': { flexGrow: 1, minHeight: '40px' } },
  target: { '@media (max-width: 639px)': { minHeight: '40px' } },
});

/** Default placeholder of the quick search. */
const FIND = 'Find by ID or name';
/** Maximum length of the quick search text. */
const QUICK_MOST = 100;

const sameDraft = (a: Draft, b: Draft): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every(key => a[key] === b[key]);

interface FilterBarProps {
  filters: readonly FilterDefinition[];
  applied: Filters;
  /** Keys of the filters that select a list instead of narrowing it. */
  scope: readonly string[];
  perRow: 4 | 5;
  /** Whether no search has been made yet, which keeps the filters open. */
  idle: boolean;
  /** Called with the filters in the inputs on every change, whether or not they have been applied. */
  onSelect: (filters: Filters) => void;
  /** Searches with the filters in the inputs; with `replace`, replaces the previous search from the same input. */
  onSearch: (filters: Filters, replace?: boolean) => void;
  onReset: () => void;
  /** Moves the focus to the first row once the rows for the typed text are displayed. */
  onRows: () => void;
}

function FilterBarInner({
  filters,
  applied,
  scope,
  perRow,
  idle,
  onSelect,
  onSearch,
  onReset,
  onRows,
}: FilterBarProps) {
  const styles = useStyles();
  const phone = useMedia(PHONE);
  const paper = useMedia('print');
  const [opened, folding] = useFolding();
  const open = idle || opened;
  const grid = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  /** The filter to focus once it is visible. */
  const wanted = useRef<string | null>(null);
  const gridId = useId();
  const [shown, setShown] = useState(applied);
  const [draft, setDraft] = useState<Draft>(() => toDraft(filters, applied));
  // Read by a submit that follows a change within the same key press, before React has rerendered.
  const latest = useRef(draft);

  const put = (next: Draft) => {
    latest.current = next;
    setDraft(next);
    onSelect(fromDraft(filters, next));
  };

  const ask = useAsking({ filters, scope, applied, onSearch });
  if (!sameFilters(shown, applied)) {
    setShown(applied);
    folding.drawn();
    const restored = toDraft(filters, applied);
    // Results of the person's own search may arrive while they are still typing; the inputs then keep the newer text.
    if (!ask.isOwn(applied) && !sameDraft(restored, draft)) setDraft(restored);
  }
  useLayoutEffect(() => {
    latest.current = draft;
  }, [draft]);

  useLayoutEffect(() => {
    const inside = grid.current;
    if (!inside) return;
    if (open && wanted.current !== null) {
      inside.querySelector<HTMLElement>(`[data-filter="${wanted.current}"] :is(input, select)`)?.focus();
      wanted.current = null;
    } else if (!open && inside.contains(document.activeElement)) toggle.current?.focus();
  });
  const openAt = useCallback(
    (key: string) => {
      wanted.current = key;
      folding.put(true);
    },
    [folding],
  );
  const quick = filters.find(filter => filter.kind === 'quick');
  const quickBox = useRef<HTMLInputElement>(null);
  const [first] = filters;
  usePageKey('/', first ? () => openAt(first.key) : null);
  usePageKey('f', quick && !idle ? () => quickBox.current?.select() : null);

  const search = () => {
    const wrong = filters.find(filter => senseless(filter, latest.current) !== null);
    if (wrong) openAt(wrong.key);
    else {
      ask.now(latest.current);
      // The same filters merely reload the list: no new rows will arrive for which the bar could wait before
      // collapsing.
      if (sameFilters(fromDraft(filters, latest.current), applied)) folding.put(false);
      else folding.foldSoon();
    }
  };
  const change = useCallback(
    (key: string, value: string | boolean, picked = false) => {
      const next = { ...latest.current, [key]: value };
      latest.current = next;
      setDraft(next);
      // Opens the filters, so that the input being edited stays in place when rows arrive.
      if (key !== quick?.key) folding.put(true);
      onSelect(fromDraft(filters, next));
      ask.changed(key, next, picked);
    },
    [filters, onSelect, ask, quick, folding],
  );
  // An open list of suggestions handles Escape itself.
  const fold = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !open || idle) return;
    event.preventDefault();
    folding.put(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };
  const reset = () => {
    ask.forget();
    put(toDraft(filters, initialFilters(filters)));
    onReset();
  };

  const remove = (key: string, leaves = true) => {
    const next = { ...latest.current, [key]: '' };
    put(next);
    ask.now(next);
    if (leaves) toggle.current?.focus();
  };

  const unsearched =
    !idle &&
    (!sameFilters(applied, fromDraft(filters, draft)) || filters.some(filter => senseless(filter, draft) !== null));
  // Counts only filters that the person has set, not those with their initial values.
  const initial = initialFilters(filters);
  const set = Object.keys(applied).filter(key => key !== quick?.key && applied[key] !== initial[key]).length;
  return (
    <search aria-label="Filters">
      {/* Escape collapses the filters, wherever the focus is inside them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form className={styles.root} onSubmit={submit} onBlur={ask.typed} onKeyDown={fold}>
        <div
          id={gridId}
          ref={grid}
          className={mergeClasses(styles.grid, perRow === 4 ? styles.four : styles.five, !open && styles.folded)}
        >
          {filters.map(filter => (
            <FilterField key={filter.key} filter={filter} draft={draft} onChange={change} />
          ))}
        </div>
        <div className={mergeClasses(styles.line, open && styles.wraps)}>
          <Button
            ref={toggle as Ref<never>}
            className={mergeClasses(styles.toggle, styles.target)}
            icon={<FilterRegular />}
            aria-expanded={open}
            aria-controls={gridId}
            disabledFocusable={idle}
            {...(phone ? {} : { 'aria-label': 'Filters' })}
            title={open ? 'Hide filters' : 'Show filters (/)'}
            onClick={() => folding.put(!open)}
          >
            {!phone && (
              <span className={styles.word} aria-hidden>
                Filters
              </span>
            )}
            {phone && (
              <>
                Filters
                {set > 0 && <Tag>{set}</Tag>}
              </>
            )}
            {open ? <ChevronUpRegular /> : <ChevronDownRegular />}
          </Button>
          {paper || (!open && !phone) ? (
            <FilterChips filters={filters} applied={applied} scope={scope} onOpen={openAt} onRemove={remove} />
          ) : (
            <span className={styles.space} />
          )}
          {quick && !idle && (
            <PlainInput
              ref={quickBox}
              type="search"
              className={mergeClasses(styles.quick, styles.target)}
              aria-label={quick.placeholder ?? 'Quick find'}
              aria-keyshortcuts="f"
              placeholder={quick.placeholder ?? FIND}
              title={`${quick.placeholder ?? FIND} (F)`}
              maxLength={QUICK_MOST}
              autoComplete="off"
              value={String(draft[quick.key] ?? '')}
              onText={text => change(quick.key, text)}
              onKeyDown={event => {
                // Enter also searches immediately; both keys move the focus to the results.
                if (event.key === 'Enter' || event.key === 'ArrowDown') onRows();
                if (event.key === 'ArrowDown') event.preventDefault();
                if (event.key !== 'Escape' || draft[quick.key] === '') return;
                event.preventDefault();
                event.stopPropagation();
                remove(quick.key, false);
              }}
            />
          )}
          <output className={mergeClasses(styles.unsearched, open && styles.unseen)}>
            {unsearched ? 'Filters changed but not applied yet' : ''}
          </output>
          {(open || !phone) && (
            <>
              <Button
                type="submit"
                className={styles.button}
                appearance={open || unsearched ? 'primary' : 'secondary'}
                {...(open ? { icon: <SearchRegular /> } : {})}
              >
                Search
              </Button>
              <Button className={styles.button} onClick={reset}>
                Reset
              </Button>
            </>
          )}
        </div>
      </form>
    </search>
  );
}

/**
 * The search area (LIST-1, LIST-3), which collapses into a line of chips once rows are listed. It searches
 * automatically as the person picks and types; the Search button searches immediately. When the URL changes, the inputs
 * are updated. It is rerendered only for new props, so rows that arrive below do not affect it.
 */
export const FilterBar = memo(FilterBarInner);
