import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { AddRegular, FullScreenMaximizeRegular, SubtractRegular } from '@fluentui/react-icons';
import type { Point } from '../../domain/lcs/search.ts';
import {
  frameOf,
  marksOf,
  movedBy,
  nextMark,
  placeOf,
  scaleBar,
  viewOf,
  ZOOM_MOST,
  type MapView,
} from './mapLayout.ts';

const HEIGHT = 360;
const NEARER = 1.6;

const useStyles = makeStyles({
  root: {
    position: 'relative',
    height: `${HEIGHT}px`,
    flexShrink: 0,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    overflow: 'hidden',
    '@media (max-width: 639px)': { height: '300px' },
  },
  svg: { display: 'block', width: '100%', height: '100%', cursor: 'grab', touchAction: 'pan-y' },
  line: { stroke: tokens.colorNeutralStroke3, strokeWidth: 1 },
  mark: {
    position: 'absolute',
    boxSizing: 'border-box',
    minWidth: '26px',
    height: '26px',
    padding: '0 4px',
    transform: 'translate(-50%, -50%)',
    border: `${tokens.strokeWidthThick} solid ${tokens.colorNeutralBackground1}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase100,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    lineHeight: 1,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorBrandBackgroundHover },
    ':focus-visible': {
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '1px',
      zIndex: 1,
    },
  },
  group: {
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralForeground3,
    color: tokens.colorNeutralBackground1,
    ':hover': { backgroundColor: tokens.colorNeutralForeground2 },
  },
  chosen: {
    zIndex: 1,
    backgroundColor: tokens.colorNeutralForeground1,
    color: tokens.colorNeutralBackground1,
    ':hover': { backgroundColor: tokens.colorNeutralForeground1 },
  },
  from: { stroke: tokens.colorNeutralForeground1, strokeWidth: 2, fill: 'none' },
  label: {
    fill: tokens.colorNeutralForeground2,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase200,
  },
  bar: { stroke: tokens.colorNeutralForeground2, strokeWidth: 2 },
  buttons: {
    position: 'absolute',
    insetInlineEnd: tokens.spacingHorizontalS,
    top: tokens.spacingVerticalS,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
  },
});

/** A branch as displayed on the map. */
export interface MapBranch extends Point {
  code: string;
  /** The branch's number in the list next to the map. */
  number: number;
  /** Read by screen readers and shown on hover. */
  label: string;
}

interface BranchMapProps {
  branches: readonly MapBranch[];
  /** The point from which distances are measured. */
  from: Point | null;
  chosen: string | null;
  onChoose: (code: string) => void;
}

const ALL: MapView = { zoom: 1, center: null };

/**
 * A plain map of branches, drawn from their coordinates without a map service. Arrow keys move between marks, Enter
 * selects a branch or zooms in on a mark with several branches, + and - change the scale, and 0 shows all branches.
 */
export function BranchMap({ branches, from, chosen, onChoose }: BranchMapProps) {
  const styles = useStyles();
  const room = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(600);
  const [height, setHeight] = useState(HEIGHT);
  useLayoutEffect(() => {
    const { current } = room;
    if (!current) return undefined;
    const look = () => {
      if (current.clientWidth > 0) setWidth(current.clientWidth);
      if (current.clientHeight > 0) setHeight(current.clientHeight);
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  // When the set of branches changes, all of them are shown; otherwise, the person's view is kept.
  const codes = branches.map(({ code }) => code).join();
  const [moved, setMoved] = useState({ codes, view: ALL });
  const view = moved.codes === codes ? moved.view : ALL;
  const setView = (next: MapView) => setMoved({ codes, view: next });
  const frame = frameOf(from ? [...branches, from] : branches, width, height);
  const marks = marksOf(branches, frame, view);
  const [focused, setFocused] = useState<string | null>(null);
  const codeOf = (mark: (typeof marks)[number]): string => mark.items[0]?.code ?? '';
  const current = marks.find(mark => mark.items.some(({ code }) => code === (focused ?? chosen))) ?? marks[0];
  const nearer = (by: number) => {
    const zoom = Math.min(ZOOM_MOST, Math.max(1, view.zoom * by));
    setView(zoom === 1 ? ALL : { ...view, zoom });
  };
  const focusOn = (code: string) => {
    setFocused(code);
    room.current?.querySelector<HTMLElement>(`[data-code="${CSS.escape(code)}"]`)?.focus();
  };
  const open = (mark: (typeof marks)[number]) => {
    const [first] = mark.items;
    if (!first) return;
    if (mark.items.length === 1 || view.zoom >= ZOOM_MOST) onChoose(first.code);
    else setView(viewOf(mark.items, frame, view));
  };
  const onKey = (event: KeyboardEvent, mark: (typeof marks)[number]) => {
    const { key } = event;
    if (key.startsWith('Arrow')) {
      const next = nextMark(marks, mark, key);
      if (next) focusOn(codeOf(next));
    } else if (key === 'Home' || key === 'End') {
      const end = marks.at(key === 'Home' ? 0 : -1);
      if (end) focusOn(codeOf(end));
    } else if (key === '+' || key === '=') nearer(NEARER);
    else if (key === '-') nearer(1 / NEARER);
    else if (key === '0') setView(ALL);
    else return;
    event.preventDefault();
  };
  const drag = useRef<{ x: number; y: number } | null>(null);
  const bar = scaleBar(frame, view);
  const at = from && placeOf(from, frame, view);
  return (
    <section
      ref={room}
      className={styles.root}
      aria-label={`Map of ${branches.length} ${branches.length === 1 ? 'branch' : 'branches'}. Use the arrow keys to move between branches, and + and - to zoom.`}
    >
      <svg
        className={styles.svg}
        aria-hidden
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={event => {
          if (!drag.current || event.buttons !== 1) return;
          const { x, y } = drag.current;
          drag.current = { x: event.clientX, y: event.clientY };
          setView({ ...view, center: movedBy(frame, view, event.clientX - x, event.clientY - y) });
        }}
        onPointerUp={() => {
          drag.current = null;
        }}
      >
        {[1, 2, 3].map(part => (
          <path
            key={part}
            className={styles.line}
            d={`M${(width * part) / 4} 0V${height}M0 ${(height * part) / 4}H${width}`}
          />
        ))}
        {at && (
          <g transform={`translate(${at.x} ${at.y})`}>
            <title>Distances are measured from here</title>
            <path className={styles.from} d="M-9 0H9M0 -9V9" />
          </g>
        )}
        <g transform={`translate(12 ${height - 14})`}>
          <path className={styles.bar} d={`M0 -4V0H${bar.pixels}V-4`} fill="none" />
          <text className={styles.label} x={bar.pixels + 8} y={2}>
            {bar.meters < 1000 ? `${bar.meters} m` : `${bar.meters / 1000} km`}
          </text>
        </g>
      </svg>
      {marks.map(mark => {
        const code = codeOf(mark);
        const isGroup = mark.items.length > 1;
        const isChosen = mark.items.some(item => item.code === chosen);
        const name = isGroup
          ? `${mark.items.length} branches here: ${mark.items
              .slice(0, 5)
              .map(item => item.code)
              .join(', ')}${mark.items.length > 5 ? ' and more' : ''}. Press Enter to zoom in.`
          : (mark.items[0]?.label ?? '');
        return (
          <button
            key={code}
            type="button"
            data-code={code}
            aria-label={name}
            title={name}
            aria-pressed={isGroup ? undefined : isChosen}
            tabIndex={mark === current ? 0 : -1}
            className={mergeClasses(styles.mark, isGroup && styles.group, isChosen && styles.chosen)}
            style={{ left: `${mark.x}px`, top: `${mark.y}px` }}
            onClick={() => open(mark)}
            onFocus={() => setFocused(code)}
            onBlur={() => setFocused(null)}
            onKeyDown={event => onKey(event, mark)}
          >
            {isGroup ? `×${mark.items.length}` : mark.items[0]?.number}
          </button>
        );
      })}
      <div className={styles.buttons}>
        <Button size="small" icon={<AddRegular />} aria-label="Zoom in" onClick={() => nearer(NEARER)} />
        <Button
          size="small"
          icon={<SubtractRegular />}
          aria-label="Zoom out"
          disabled={view.zoom <= 1}
          onClick={() => nearer(1 / NEARER)}
        />
        <Button
          size="small"
          icon={<FullScreenMaximizeRegular />}
          aria-label="Show all branches"
          disabled={view.zoom === 1 && view.center === null}
          onClick={() => setView(ALL)}
        />
      </div>
    </section>
  );
}
