import { useEffect, useRef, type KeyboardEvent } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { onPlainClick } from './isPlainClick.ts';

export interface TabItem {
  value: string;
  label: string;
  /** The tab's URL, if tabs are pages; the tab can then be opened in a new browser tab like any link. */
  href?: string;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    // Tabs that do not fit wrap to a second line; on a phone and in a low window, where lines are scarce, the row
    // scrolls instead.
    flexWrap: 'wrap',
    '@media (max-width: 639px)': { flexWrap: 'nowrap' },
    '@media (max-height: 480px)': { flexWrap: 'nowrap' },
    overflowX: 'auto',
    flexShrink: 0,
    scrollbarWidth: 'none',
    // Aligns the first word with the surrounding text.
    marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalMNudge})`,
  },
  tab: {
    position: 'relative',
    flexShrink: 0,
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalMNudge}`,
    border: 'none',
    backgroundColor: 'transparent',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground2,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    textDecorationLine: 'none',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': {
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: `calc(-1 * ${tokens.strokeWidthThick})`,
    },
  },
  current: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    '::after': {
      content: '""',
      position: 'absolute',
      bottom: 0,
      insetInlineStart: tokens.spacingHorizontalMNudge,
      insetInlineEnd: tokens.spacingHorizontalMNudge,
      height: tokens.strokeWidthThicker,
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorCompoundBrandStroke,
      // A system color remains correct even if the person's own colors are forced.
      '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
    },
  },
});

/** The tab to which an arrow, Home or End key moves; null for any other key. */
export function nextTab(key: string, at: number, tabs: number): number | null {
  const target = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs, Home: 0, End: tabs - 1 }[key];
  return target === undefined ? null : target % tabs;
}

/** Scrolls only the tab bar: `scrollIntoView` would also scroll the page if the bar is below the fold. */
function reveal(row: HTMLElement, tab: HTMLElement): void {
  const [around, own] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (own.left < around.left) row.scrollLeft -= around.left - own.left;
  else if (own.right > around.right) row.scrollLeft += own.right - around.right;
}

interface TabsProps {
  label: string;
  items: readonly TabItem[];
  value: string;
  onSelect: (value: string) => void;
}

/** A tab bar with a single tab stop: the arrow keys move along the bar and select. */
export function Tabs({ label, items, value, onSelect }: TabsProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextTab(
      event.key,
      items.findIndex(item => item.value === value),
      items.length,
    );
    const item = next === null ? undefined : items[next];
    if (!item || next === null) return;
    event.preventDefault();
    root.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
    onSelect(item.value);
  };
  // Scrolls a bar that is too wide until the current tab is visible.
  const at = items.findIndex(item => item.value === value);
  useEffect(() => {
    const current = root.current?.querySelectorAll<HTMLElement>('[role="tab"]')[at];
    if (root.current && current) reveal(root.current, current);
  }, [at]);
  return (
    <div ref={root} role="tablist" tabIndex={-1} aria-label={label} className={styles.root} onKeyDown={onKeyDown}>
      {items.map((item, index) => {
        const current = item.value === value;
        const shared = {
          role: 'tab',
          'aria-selected': current,
          // If no tab is current, the Tab key reaches the first one.
          tabIndex: current || (at < 0 && index === 0) ? 0 : -1,
          className: mergeClasses(styles.tab, current && styles.current),
        };
        return item.href === undefined ? (
          <button key={item.value} type="button" {...shared} onClick={() => onSelect(item.value)}>
            {item.label}
          </button>
        ) : (
          <a key={item.value} href={item.href} {...shared} onClick={onPlainClick(() => onSelect(item.value))}>
            {item.label}
          </a>
        );
      })}
    </div>
  );
}
