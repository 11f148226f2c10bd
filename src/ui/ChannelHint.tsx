import type { ReactNode } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { channelHint, type ChannelSummary } from '../domain/serviceable.ts';
import { Tag } from './Tag.tsx';

const useStyles = makeStyles({
  root: {
    flexShrink: 0,
    boxSizing: 'border-box',
    minHeight: '36px',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXL,
    rowGap: tokens.spacingVerticalXS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
  },
  end: { marginInlineStart: 'auto', marginBlock: `calc(-1 * ${tokens.spacingVerticalXS})` },
  label: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  pair: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

interface ChannelHintProps {
  channel: ChannelSummary;
  /** The zone screen names the zone level and reads OFF in place of N/A (SAL-10). */
  screen: 'zone' | 'other';
  /** Stands at the end: what can be done with the channel. */
  children?: ReactNode;
}

/** The hint's room while the channels are loaded for the first time, so that the list below does not move. */
export function ChannelHintRoom() {
  return <div className={useStyles().root} aria-hidden />;
}

/** What is checked for the chosen channel (SAL-8, SAL-9). */
export function ChannelHint({ channel, screen, children }: ChannelHintProps) {
  const styles = useStyles();
  const hint = channelHint(channel, screen);
  const tone = (value: string) => (value === 'OFF' || value === 'N/A' ? 'neutral' : 'success');
  const pair = (label: string, value: string) => (
    <span className={styles.pair}>
      <span className={styles.label}>{label}:</span>
      <Tag tone={tone(value)}>{value}</Tag>
    </span>
  );
  return (
    <div className={styles.root} role="note" aria-label="Checks of the chosen channel">
      {pair('Serviceable Area Check', hint.check)}
      {pair('Zone/Route Restriction Check', hint.restriction)}
      {children !== undefined && <span className={styles.end}>{children}</span>}
    </div>
  );
}
