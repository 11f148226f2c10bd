import { useState, type ReactNode } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { channelHint, type ChannelSummary } from '../domain/serviceable.ts';
import { useHintRoom } from './ChannelHintRoom.tsx';
import { Tag } from './Tag.tsx';

const CHECK = 'Serviceable Area Check';
const RESTRICTION = 'Zone/Route Restriction Check';
/** Shorter labels (still whole words) for a line that is too narrow for the full ones. */
const SHORT: Readonly<Record<string, string>> = { [CHECK]: 'Area', [RESTRICTION]: 'Limit' };

/** Too narrow for both pairs side by side, so they are stacked. */
const STACKED = '@container hint (max-width: 640px)';
/** Too narrow for the longer pair next to the switch, so both labels are shortened. */
const NARROW = '@container hint (max-width: 345px)';
/** Too narrow even for short labels, so only the values are shown; the labels appear on hover or click. */
const CRAMPED = '@container hint (max-width: 225px)';
/** The same for "Zone (District)", the longest value, which appears only on the zone screen. */
const NARROW_LONG = '@container hint (max-width: 412px)';
const CRAMPED_LONG = '@container hint (max-width: 275px)';
/** Length of the longest value for which the shorter limits are enough. */
const SHORT_VALUE = 5;

/** Hidden visually, but still read by screen readers. */
const HIDDEN = { position: 'absolute', width: '1px', height: '1px', clipPath: 'inset(50%)' } as const;
/** Shown visually only: screen readers and the clipboard get the full label. */
const SHORTENED = {
  '::before': {
    content: "attr(data-short) / ''",
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
  },
} as const;

const useStyles = makeStyles({
  pairs: {
    flex: '0 1 auto',
    minWidth: 0,
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    padding: `0 ${tokens.spacingHorizontalS}`,
    minHeight: '28px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
    [STACKED]: { flexDirection: 'column', alignItems: 'flex-start', paddingInline: tokens.spacingHorizontalXXS },
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
  },
  whole: {
    flexWrap: 'wrap',
    '> span': { flexShrink: 0 },
    [STACKED]: { flexDirection: 'row', alignItems: 'center' },
  },
  wholeLabel: { whiteSpace: 'normal', textAlign: 'start' },
  // Room for "Zone (District)" next to the switch.
  long: { '@media (min-width: 640px) and (max-width: 1199px)': { minWidth: '276px' } },
  // The switch's padding is larger than the line can accommodate.
  end: { flexShrink: 0, marginInlineStart: 'auto', marginBlock: `calc(-1 * ${tokens.spacingVerticalXS})` },
  label: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  away: { [NARROW]: HIDDEN },
  awayLong: { [NARROW_LONG]: HIDDEN },
  short: { [NARROW]: SHORTENED, [CRAMPED]: { '::before': { display: 'none' } } },
  shortLong: { [NARROW_LONG]: SHORTENED, [CRAMPED_LONG]: { '::before': { display: 'none' } } },
  low: { [STACKED]: { '> :last-child': { height: '15px', lineHeight: '13px' } } },
  pair: {
    flexShrink: 1,
    minWidth: 0,
    maxWidth: '100%',
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    '> :last-child': { flexShrink: 0 },
  },
});

interface ChannelHintProps {
  /** Describes the selection. */
  noun: string;
  channel: ChannelSummary;
  /** The zone screen shows the zone level by name, and OFF instead of N/A (SAL-10). */
  screen: 'zone' | 'other';
  /** Actions for the channel, at the end of the bar. */
  children?: ReactNode;
}

interface HintBarProps {
  label: string;
  end?: ReactNode;
  /** Whether the information includes the longest value. */
  isLong?: boolean;
  children?: ReactNode;
}

/** The bar below the filters: information about the selection, and the available actions at the end. */
export function HintBar({ label, end, isLong = false, children }: HintBarProps) {
  const styles = useStyles();
  const room = useHintRoom();
  return (
    <div className={mergeClasses(room.root, isLong && styles.long)} role="note" aria-label={label}>
      {children}
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </div>
  );
}

/**
 * The checks that apply to the selected channel or 3PL (SAL-8, SAL-9), on a single line; hovering or clicking shows all
 * of them.
 */
export function ChannelHint({ noun, channel, screen, children }: ChannelHintProps) {
  const styles = useStyles();
  const hint = channelHint(channel, screen);
  const [whole, setWhole] = useState(false);
  const isLong = hint.restriction.length > SHORT_VALUE;
  const away = isLong ? styles.awayLong : styles.away;
  const short = isLong ? styles.shortLong : styles.short;
  const tone = (value: string) => (value === 'OFF' || value === 'N/A' ? 'neutral' : 'success');
  const pair = (label: string, value: string) => (
    <span className={mergeClasses(styles.pair, !whole && styles.low, !whole && short)} data-short={`${SHORT[label]}:`}>
      <span className={mergeClasses(styles.label, whole ? styles.wholeLabel : away)}>{label}:</span>
      <Tag tone={tone(value)}>{value}</Tag>
    </span>
  );
  return (
    <HintBar label={`Checks for the selected ${noun}`} end={children} isLong={isLong}>
      <button
        type="button"
        className={mergeClasses(styles.pairs, whole && styles.whole)}
        aria-expanded={whole}
        title={`${CHECK}: ${hint.check}, ${RESTRICTION}: ${hint.restriction}`}
        onClick={() => setWhole(!whole)}
      >
        {pair(CHECK, hint.check)}
        {pair(RESTRICTION, hint.restriction)}
      </button>
    </HintBar>
  );
}
