import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(80px, 1fr) max-content',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXS,
    alignItems: 'center',
    maxWidth: '760px',
  },
  label: { fontSize: tokens.fontSizeBase200, whiteSpace: 'nowrap' },
  track: {
    position: 'relative',
    height: '16px',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusSmall,
  },
  middle: {
    position: 'absolute',
    top: 0,
    bottom: 0,
    width: tokens.strokeWidthThin,
    backgroundColor: tokens.colorNeutralStroke1,
  },
  bar: {
    position: 'absolute',
    top: '2px',
    bottom: '2px',
    borderRadius: tokens.borderRadiusSmall,
    forcedColorAdjust: 'none',
  },
  over: { backgroundColor: tokens.colorPaletteRedBackground3 },
  under: { backgroundColor: tokens.colorBrandBackground },
  value: { fontVariantNumeric: 'tabular-nums', textAlign: 'end', fontSize: tokens.fontSizeBase200 },
});

export interface Bar {
  key: string;
  label: string;
  value: bigint;
  text: string;
}

/**
 * Bars on both sides of zero, which is at the edge if all values have the same sign. The drawing is hidden from screen
 * readers, because the table next to it contains the same numbers.
 */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const styles = useStyles();
  const most = bars.reduce(
    (found, { value }) => (value < 0n ? (-value > found ? -value : found) : value > found ? value : found),
    1n,
  );
  const above = bars.some(({ value }) => value > 0n);
  const below = bars.some(({ value }) => value < 0n);
  /** The position of zero and the width of either side, in percent. */
  const zero = !below ? 0 : above ? 50 : 100;
  const side = above && below ? 50 : 100;
  return (
    <div className={styles.root} aria-hidden>
      {bars.map(({ key, label, value, text }) => {
        const share = Number(((value < 0n ? -value : value) * 1000n) / most) * (side / 1000);
        return (
          <div key={key} style={{ display: 'contents' }}>
            <span className={styles.label}>{label}</span>
            <span className={styles.track}>
              <span className={styles.middle} style={{ insetInlineStart: `${zero}%` }} />
              <span
                className={mergeClasses(styles.bar, value < 0n ? styles.under : styles.over)}
                style={{
                  width: `${share}%`,
                  ...(value < 0n ? { insetInlineEnd: `${100 - zero}%` } : { insetInlineStart: `${zero}%` }),
                }}
              />
            </span>
            <span className={styles.value}>{text}</span>
          </div>
        );
      })}
    </div>
  );
}
