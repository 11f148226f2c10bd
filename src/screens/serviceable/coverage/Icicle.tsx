import { useRef, useState, type KeyboardEvent } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { servedStatus } from '../../../domain/coverage.ts';
import { formatCount } from '../../../domain/format.ts';
import type { CoverageNode } from '../../../sync/hooks/useCoverage.ts';
import { openText, shareText } from './coverageTexts.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    gap: '1px',
    boxSizing: 'border-box',
    width: '100%',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralStroke2,
  },
  column: { display: 'flex', flexDirection: 'column', gap: '1px', minWidth: '3px', flexBasis: 0 },
  row: { display: 'flex', gap: '1px', height: '44px' },
  cell: {
    position: 'relative',
    containerType: 'inline-size',
    boxSizing: 'border-box',
    minWidth: '1px',
    flexBasis: 0,
    height: '44px',
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalXS}`,
    overflow: 'hidden',
    border: 'none',
    textAlign: 'start',
    font: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    cursor: 'pointer',
    ':focus-visible': {
      zIndex: 1,
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: `calc(-1 * ${tokens.strokeWidthThick})`,
    },
  },
  top: { width: '100%', flexBasis: 'auto' },
  /** Fills the served share from the bottom. */
  fill: { position: 'absolute', insetInline: 0, bottom: 0, backgroundColor: tokens.colorPaletteGreenBackground2 },
  served: { backgroundColor: tokens.colorPaletteGreenBackground2 },
  /** Hidden visually, but available to screen readers. */
  unseen: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  /** If there is room for only a letter or two, no text is shown; the tooltip and the table contain it. */
  text: {
    position: 'relative',
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    '@container (max-width: 31px)': { opacity: 0 },
  },
});

interface IcicleProps {
  nodes: readonly CoverageNode[];
  /** Index into the counts of the displayed service. */
  service: number;
  label: string;
  onOpen: (node: CoverageNode) => void;
}

/**
 * A chart of the places of a country, or of one of its places with the places inside it. A place's width is
 * proportional to the number of places inside it, and its fill is the served share. The whole chart is a single tab
 * stop: arrow keys move between places, and Enter opens one.
 */
export function Icicle({ nodes, service, label, onOpen }: IcicleProps) {
  const styles = useStyles();
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const flat = nodes.flatMap(node => [node, ...node.below]);
  const at = Math.min(active, flat.length - 1);
  const focus = (next: number): void => {
    setActive(next);
    box.current?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus();
  };
  /** The next place in the same row, or in the row above or below. */
  const onKeyDown = (event: KeyboardEvent): void => {
    const node = flat[at];
    if (!node) return;
    const top = nodes.includes(node);
    const row = top ? nodes : nodes.flatMap(({ below }) => below);
    const index = row.indexOf(node);
    const parent = nodes.find(({ below }) => below.includes(node));
    const moves: Readonly<Record<string, CoverageNode | undefined>> = {
      ArrowRight: row[index + 1],
      ArrowLeft: row[index - 1],
      ArrowDown: top ? node.below[0] : undefined,
      ArrowUp: parent,
      Home: row[0],
      End: row.at(-1),
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    const next = moves[event.key];
    if (next) focus(flat.indexOf(next));
  };
  const cell = (node: CoverageNode, top: boolean) => {
    const { locationId, name, units, served, open } = node;
    const count = served[service] ?? 0;
    const depends = open[service] ?? 0;
    const index = flat.indexOf(node);
    const said = `${formatCount(count)} of ${formatCount(units)} served${depends > 0 ? `, ${openText(depends)}` : ''}`;
    return (
      <button
        key={locationId}
        type="button"
        data-at={index}
        tabIndex={index === at ? 0 : -1}
        title={`${name}: ${said}`}
        className={mergeClasses(
          styles.cell,
          top && styles.top,
          servedStatus(count, depends, units) === 'served' && styles.served,
        )}
        style={top ? undefined : { flexGrow: units }}
        onFocus={() => setActive(index)}
        onClick={() => onOpen(node)}
      >
        <span className={styles.fill} style={{ height: `${(count / Math.max(1, units)) * 100}%` }} aria-hidden />
        <span className={styles.text}>{name}</span>
        <span className={styles.text}>{shareText(count, units)}</span>
        <span className={styles.unseen}>, {said}</span>
      </button>
    );
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/interactive-supports-focus -- keys of the buttons inside
    <div ref={box} className={styles.root} role="toolbar" aria-label={label} onKeyDown={onKeyDown}>
      {nodes.map(node => (
        <div key={node.locationId} className={styles.column} style={{ flexGrow: node.units }}>
          {cell(node, true)}
          {node.below.length > 0 && <div className={styles.row}>{node.below.map(below => cell(below, false))}</div>}
        </div>
      ))}
    </div>
  );
}
