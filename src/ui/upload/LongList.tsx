import { useRef, useState, type ReactNode } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useVirtualizer } from '@tanstack/react-virtual';
import { partOf } from './parts.ts';
import { FOCUS_LIST } from './useFocusKept.ts';
import { usePages } from './usePages.ts';
import { useUploadStyles } from './uploadStyles.ts';

interface LongListProps<T> {
  label: string;
  total: number;
  /** Height of a row in pixels until it has been measured. */
  rowHeight: number;
  load: (from: number, count: number) => Promise<readonly T[] | null>;
  /** Changes whenever the rows change. */
  stamp: string;
  children: (row: T, at: number) => ReactNode;
}

const useStyles = makeStyles({
  scroller: {
    // As tall as its content, up to a limit.
    maxHeight: 'min(var(--list-most, 42vh), 400px)',
    overflow: 'auto',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
  },
  inner: { position: 'relative', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    position: 'absolute',
    insetInlineStart: 0,
    insetInlineEnd: 0,
    boxSizing: 'border-box',
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
  },
  waiting: { color: tokens.colorNeutralForeground3 },
});

/** A list of any length: only the visible rows are rendered and loaded. A very long list is divided into parts. */
export function LongList<T>(props: LongListProps<T>) {
  const upload = useUploadStyles();
  const [chosen, setChosen] = useState(0);
  const part = partOf(props.total, chosen);
  const { first, end, parts } = part;
  return (
    <>
      <Rows key={first} {...props} first={first} count={end - first} />
      {parts > 1 && (
        <nav className={mergeClasses(upload.line, upload.spread)} aria-label={`Parts of ${props.label}`}>
          <Button size="small" disabled={part.at === 0} onClick={() => setChosen(part.at - 1)}>
            Earlier rows
          </Button>
          <output className={mergeClasses(upload.quiet, upload.figures)}>
            {(first + 1).toLocaleString('en-US')} to {end.toLocaleString('en-US')} of{' '}
            {props.total.toLocaleString('en-US')}
          </output>
          <Button size="small" disabled={part.at === parts - 1} onClick={() => setChosen(part.at + 1)}>
            Later rows
          </Button>
        </nav>
      )}
    </>
  );
}

interface RowsProps<T> extends LongListProps<T> {
  /** Index of the first visible row among all rows, and the number of visible rows. */
  first: number;
  count: number;
}

function Rows<T>({ label, total, first, count, rowHeight, load, stamp, children }: RowsProps<T>) {
  const styles = useStyles();
  const scroller = useRef<HTMLDivElement>(null);
  // The virtualizer's functions are used only in this component, so no memoized value can keep an outdated one.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const drawn = virtualizer.getVirtualItems();
  const rowAt = usePages(load, stamp, first + (drawn[0]?.index ?? 0), first + (drawn.at(-1)?.index ?? 0));
  return (
    // A scroll container must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={label} {...{ [FOCUS_LIST]: label }}>
      <ul className={styles.inner} style={{ height: virtualizer.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const at = first + index;
          const row = rowAt(at);
          return (
            <li
              key={index}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={total}
              aria-posinset={at + 1}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row === undefined ? <span className={styles.waiting}>…</span> : children(row, at)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
