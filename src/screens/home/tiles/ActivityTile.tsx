import { useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { HomeNow } from '../../../contract/home.ts';
import { COUNTRIES } from '../../../domain/country.ts';
import { isCurrency } from '../../../domain/currency.ts';
import { formatCount } from '../../../domain/format.ts';
import { amountText } from '../../../domain/rates/money.ts';
import { Tabs } from '../../../ui/Tabs.tsx';
import { useUi } from '../../../ui/UiContext.ts';
import { FactHead } from '../../shared/FactHead.tsx';
import { useFactStyles } from '../../shared/factStyles.ts';
import { weekdayText } from './tileTexts.ts';

const useStyles = makeStyles({
  charts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
    gap: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXXL}`,
  },
  chart: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  name: { display: 'flex', justifyContent: 'space-between', gap: tokens.spacingHorizontalM },
  sum: { color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
  plot: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    gap: '3px',
    height: '88px',
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
  },
  column: { position: 'relative', display: 'flex', flexDirection: 'column', justifyContent: 'flex-end' },
  /** Differences extend in both directions from a center line. */
  signed: { display: 'grid', gridTemplateRows: '1fr 1fr', borderTop: 'none' },
  half: { display: 'flex', flexDirection: 'column' },
  upper: {
    justifyContent: 'flex-end',
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
  },
  bar: {
    minHeight: '1px',
    borderRadius: `${tokens.borderRadiusSmall} ${tokens.borderRadiusSmall} 0 0`,
    backgroundColor: tokens.colorBrandBackground,
    forcedColorAdjust: 'none',
  },
  over: { backgroundColor: tokens.colorPaletteRedBackground3 },
  empty: { backgroundColor: tokens.colorNeutralStroke2 },
  days: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    gap: '3px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
  },
  weekend: { color: tokens.colorNeutralForeground4 },
  table: { overflowX: 'auto' },
});

type Day = HomeNow['activity'][number];

interface ChartProps {
  name: string;
  days: readonly Day[];
  value: (day: Day) => bigint;
  text: (value: bigint) => string;
}

const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * Columns by day. The chart is hidden from screen readers, because the table contains the same numbers; each column
 * shows its number in a tooltip.
 */
function DayChart({ name, days, value, text }: ChartProps) {
  const styles = useStyles();
  const values = days.map(value);
  const most = values.reduce((found, own) => (sizeOf(own) > found ? sizeOf(own) : found), 1n);
  const isSigned = values.some(own => own < 0n);
  const share = (own: bigint): string => `${Number((sizeOf(own) * 1000n) / most) / 10}%`;
  const bar = (own: bigint) => (
    <div
      className={mergeClasses(styles.bar, own === 0n && styles.empty, isSigned && own > 0n && styles.over)}
      style={{ height: share(own) }}
    />
  );
  return (
    <div className={styles.chart}>
      <div className={styles.name}>
        <span>{name}</span>
        <span className={styles.sum}>{text(values.reduce((sum, own) => sum + own, 0n))}</span>
      </div>
      <div aria-hidden>
        <div className={styles.plot}>
          {days.map(({ day }, at) => {
            const own = values[at] ?? 0n;
            return (
              <div
                key={day}
                className={mergeClasses(styles.column, isSigned && styles.signed)}
                title={`${weekdayText(day)} ${day}: ${text(own)}`}
              >
                {isSigned ? (
                  <>
                    <div className={mergeClasses(styles.half, styles.upper)}>{own > 0n && bar(own)}</div>
                    <div className={styles.half}>{own < 0n && bar(own)}</div>
                  </>
                ) : (
                  bar(own)
                )}
              </div>
            );
          })}
        </div>
        <div className={styles.days}>
          {days.map(({ day }) => (
            <span key={day} className={mergeClasses(weekdayText(day).startsWith('S') && styles.weekend)}>
              {Number(day.slice(8))}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
];

/** The changes, imports and differences of the last few days, as a column chart or a table with the same numbers. */
export function ActivityTile({ days }: { days: readonly Day[] }) {
  const styles = useStyles();
  const facts = useFactStyles();
  const { entity } = useUi();
  const [view, setView] = useState('chart');
  const { currency } = COUNTRIES[entity];
  const money = (value: bigint): string => (isCurrency(currency) ? amountText(value, currency) : String(value));
  const hasMoney = days.some(({ difference }) => difference !== null);
  return (
    <>
      <Tabs label="Show as" items={VIEWS} value={view} onSelect={setView} />
      {view === 'chart' ? (
        <div className={styles.charts} role="tabpanel" aria-label="Chart">
          <DayChart name="Changes" days={days} value={day => BigInt(day.changes)} text={n => formatCount(Number(n))} />
          <DayChart name="Imports" days={days} value={day => BigInt(day.imports)} text={n => formatCount(Number(n))} />
          {hasMoney && (
            <DayChart
              name={`Bill differences (${currency})`}
              days={days}
              value={day => BigInt(day.difference ?? '0')}
              text={money}
            />
          )}
        </div>
      ) : (
        <div className={styles.table} role="tabpanel" aria-label="Table">
          <table className={facts.table} aria-label="The last two weeks by day">
            <FactHead labels={['Day', 'Changes', 'Imports', ...(hasMoney ? [`Bill differences (${currency})`] : [])]} />
            <tbody>
              {days.toReversed().map(({ day, changes, imports, difference }) => (
                <tr key={day}>
                  <th scope="row" className={facts.cell}>
                    {weekdayText(day)} {day}
                  </th>
                  <td className={facts.cell}>{formatCount(changes)}</td>
                  <td className={facts.cell}>{formatCount(imports)}</td>
                  {hasMoney && <td className={facts.cell}>{money(BigInt(difference ?? '0'))}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
