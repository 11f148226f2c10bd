import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { COLUMN_LEAST, COLUMN_MOST, columnWithin } from './columnWidths.ts';

const STEP = 8;
const BIG_STEP = 40;

const useStyles = makeStyles({
  root: {
    position: 'absolute',
    insetBlock: 0,
    insetInlineEnd: 0,
    width: '8px',
    margin: 0,
    border: 'none',
    cursor: 'col-resize',
    touchAction: 'none',
    '::after': {
      content: '""',
      position: 'absolute',
      insetBlock: '25%',
      insetInlineEnd: 0,
      width: tokens.strokeWidthThin,
      backgroundColor: tokens.colorNeutralStroke1,
    },
    ':hover::after': { insetBlock: 0, width: tokens.strokeWidthThicker, backgroundColor: tokens.colorBrandStroke1 },
    ':focus-visible': {
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: `calc(-1 * ${tokens.strokeWidthThick})`,
    },
    '@media print': { display: 'none' },
  },
});

interface ColumnEdgeProps {
  column: string;
  label: string;
  width: number;
  /** Null sizes the column by its contents again. */
  onResize: (column: string, width: number | null) => void;
}

/** The edge of a column's header, with which the column is resized by dragging or with the arrow keys. */
export function ColumnEdge({ column, label, width, onResize }: ColumnEdgeProps) {
  const styles = useStyles();
  const drag = useRef<{ from: number; width: number; to: number } | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // Dragging the header moves the column, but dragging its edge must not.
    event.currentTarget.closest('th')?.setAttribute('draggable', 'false');
    drag.current = { from: event.clientX, width, to: width };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const moving = drag.current;
    const head = event.currentTarget.closest('th');
    if (!moving || !head) return;
    moving.to = columnWithin(moving.width + event.clientX - moving.from);
    // Only this column follows the pointer; the others are laid out when the edge is released.
    const col = head.closest('table')?.querySelectorAll('col')[head.cellIndex];
    if (col) col.style.width = `${moving.to}px`;
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const moving = drag.current;
    drag.current = null;
    event.currentTarget.closest('th')?.setAttribute('draggable', 'true');
    if (moving && moving.to !== moving.width) onResize(column, moving.to);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.shiftKey ? BIG_STEP : STEP;
    const next = { ArrowLeft: width - by, ArrowRight: width + by, Home: COLUMN_LEAST }[event.key];
    if (next !== undefined) onResize(column, columnWithin(next));
    else if (event.key === 'Enter') onResize(column, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // A focusable separator with a value counts as a control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <hr
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width}
      aria-valuemin={COLUMN_LEAST}
      aria-valuemax={COLUMN_MOST}
      title="Drag or press the arrow keys to resize; double-click or press Enter to fit the contents"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={styles.root}
      onClick={event => event.stopPropagation()}
      onDoubleClick={event => {
        event.stopPropagation();
        onResize(column, null);
      }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={onKeyDown}
    />
  );
}
