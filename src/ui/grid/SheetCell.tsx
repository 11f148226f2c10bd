import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ClockRegular, ErrorCircleFilled, WarningFilled } from '@fluentui/react-icons';
import type { RenderEditCellProps } from 'react-data-grid';
import type { SheetColumn } from './sheetModel.ts';
import { drawnCell, type SheetStore } from './sheetStore.ts';

/**
 * A row is identified only by its index; the typed text is also passed while one of the row's cells is being edited.
 */
export interface SheetRow {
  readonly at: number;
  readonly typed?: { readonly column: number; readonly text: string };
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXXS,
    height: '100%',
    paddingInline: tokens.spacingHorizontalS,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    userSelect: 'none',
  },
  number: { justifyContent: 'flex-end' },
  locked: { color: tokens.colorNeutralForeground3 },
  selected: {
    boxShadow: `inset 0 0 0 100vmax color-mix(in srgb, ${tokens.colorBrandBackground} 16%, transparent)`,
    '@media (forced-colors: active)': { outline: '1px dashed Highlight', outlineOffset: '-2px' },
  },
  changed: {
    fontWeight: tokens.fontWeightSemibold,
    backgroundImage: `linear-gradient(225deg, ${tokens.colorBrandForeground1} 5px, transparent 5px)`,
  },
  filling: { outline: `1px dashed ${tokens.colorCompoundBrandStroke}`, outlineOffset: '-2px' },
  handled: { position: 'relative' },
  handle: {
    position: 'absolute',
    insetInlineEnd: 0,
    insetBlockEnd: 0,
    width: '9px',
    height: '9px',
    backgroundColor: tokens.colorCompoundBrandStroke,
    border: `1px solid ${tokens.colorNeutralBackground1}`,
    cursor: 'crosshair',
    touchAction: 'none',
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
  text: { overflow: 'hidden', textOverflow: 'ellipsis' },
  problem: { color: tokens.colorPaletteRedForeground1 },
  icon: { flexShrink: 0, fontSize: '14px' },
  warning: { color: tokens.colorPaletteDarkOrangeForeground1 },
  waiting: { color: tokens.colorNeutralForeground3 },
  hidden: { position: 'absolute', clipPath: 'inset(50%)', width: '1px', height: '1px', overflow: 'hidden' },
  input: {
    boxSizing: 'border-box',
    width: '100%',
    height: '100%',
    padding: `0 ${tokens.spacingHorizontalS}`,
    border: 'none',
    outline: `${tokens.strokeWidthThick} solid ${tokens.colorCompoundBrandStroke}`,
    outlineOffset: '-2px',
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    fontVariantNumeric: 'tabular-nums',
  },
  numberInput: { textAlign: 'end' },
});

const WAITING = 'Applied on this device but not on the server yet';
const NEEDS_YOU = 'Applied on this device; needs your decision because the server has a different value';

/** The color's opacity, in percent, for the largest change. */
const HEAT_MOST = 55;

function heatStyle(heat: number | null): { backgroundColor?: string } {
  if (heat === null || heat === 0) return {};
  const colour = heat > 0 ? tokens.colorPaletteRedBackground3 : tokens.colorPaletteGreenBackground3;
  const share = Math.round(10 + Math.min(1, Math.abs(heat)) * (HEAT_MOST - 10));
  return { backgroundColor: `color-mix(in srgb, ${colour} ${share}%, transparent)` };
}

interface SheetCellProps {
  store: SheetStore;
  row: number;
  at: number;
  column: SheetColumn;
  onDraggedOver: (row: number, column: number) => void;
  onFillBegun: () => void;
}

/** A grid cell, rerendered only when its content changes. */
export function SheetCell({ store, row, at, column, onDraggedOver, onFillBegun }: SheetCellProps) {
  const styles = useStyles();
  const { shown, selected, changed, waiting, needsYou, handle, filling, heat, problem, warning, note } = drawnCell(
    useSyncExternalStore(store.subscribe, () => store.snapshot(row, at)),
  );
  const said = [problem || warning || note, needsYou ? NEEDS_YOU : waiting ? WAITING : '']
    .filter(text => text !== '')
    .join('. ');
  return (
    <div
      className={mergeClasses(
        styles.root,
        column.number && styles.number,
        column.readOnly === true && styles.locked,
        changed && styles.changed,
        problem !== '' && styles.problem,
        selected && styles.selected,
        filling && styles.filling,
        handle && styles.handled,
      )}
      style={heatStyle(heat)}
      title={said === '' ? undefined : said}
      data-selected={selected || undefined}
      onPointerEnter={event => event.buttons === 1 && onDraggedOver(row, at)}
    >
      {problem !== '' && <ErrorCircleFilled className={styles.icon} aria-hidden />}
      {problem === '' && warning !== '' && (
        <WarningFilled className={mergeClasses(styles.icon, styles.warning)} aria-hidden />
      )}
      {waiting && <ClockRegular className={mergeClasses(styles.icon, styles.waiting)} aria-hidden />}
      {needsYou && <WarningFilled className={mergeClasses(styles.icon, styles.problem)} aria-hidden />}
      <span className={styles.text}>{shown}</span>
      {handle && (
        // Ctrl+D and Ctrl+R do the same and have buttons, so people who do not use a pointer do not need the handle.
        <span
          className={styles.handle}
          title="Drag to fill"
          aria-hidden
          data-fill-handle
          onPointerDown={event => {
            if (event.button !== 0) return;
            event.preventDefault();
            event.stopPropagation();
            // Otherwise, a touch would send all subsequent events to the handle.
            if (event.currentTarget.hasPointerCapture(event.pointerId))
              event.currentTarget.releasePointerCapture(event.pointerId);
            onFillBegun();
          }}
          onMouseDown={event => event.stopPropagation()}
          onClick={event => event.stopPropagation()}
        />
      )}
      {(said !== '' || changed) && (
        <span className={styles.hidden}>{[said, changed ? 'changed' : ''].filter(text => text !== '').join(', ')}</span>
      )}
    </div>
  );
}

/** A row heading, which may change when the row's cells do. */
export function RowHead({ store, row, className }: { store: SheetStore; row: number; className: string }) {
  const text = useSyncExternalStore(store.subscribe, () => store.model.rowHead(row));
  return (
    <span className={className} title={text}>
      {text}
    </span>
  );
}

interface SheetEditorProps extends Pick<RenderEditCellProps<SheetRow>, 'row' | 'onRowChange'> {
  store: SheetStore;
  at: number;
  column: SheetColumn;
  label: string;
  optionsId: string;
}

/**
 * The text input of the cell being edited. If a key press opened it, that character replaces the cell's text, as in any
 * spreadsheet.
 */
export function SheetEditor({ store, row, at, column, label, optionsId, onRowChange }: SheetEditorProps) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => store.typedOf(row.at, at));
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <>
      <input
        ref={input}
        className={mergeClasses(styles.input, column.number && styles.numberInput)}
        value={text}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        {...(column.number ? { inputMode: 'decimal' as const } : {})}
        {...(column.options ? { list: optionsId } : {})}
        onChange={event => {
          setText(event.target.value);
          onRowChange({ at: row.at, typed: { column: at, text: event.target.value } });
        }}
      />
      {column.options && (
        <datalist id={optionsId}>
          {column.options.map(option => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}
