import { useEffect, useMemo, useRef, useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { LineChart, type ChartProps } from '@fluentui/react-charts';
import { runsOf, type Step } from './stepRuns.ts';

const HEIGHT = 300;

const useStyles = makeStyles({
  root: { minWidth: 0, overflow: 'hidden' },
  chart: { height: `${HEIGHT}px`, overflow: 'hidden' },
  legend: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
  entry: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  line: { width: '24px', flexShrink: 0, borderTopWidth: '3px', borderTopStyle: 'solid' },
  dashed: { borderTopStyle: 'dashed' },
});

/** Colors that are distinguishable in both themes. */
const PALETTE = [
  tokens.colorBrandForeground1,
  tokens.colorPaletteRedForeground1,
  tokens.colorPaletteGreenForeground1,
  tokens.colorPaletteDarkOrangeForeground1,
  tokens.colorPaletteBerryForeground1,
  tokens.colorPaletteTealBorderActive,
  tokens.colorPalettePurpleBorderActive,
  tokens.colorNeutralForeground2,
];

export interface StepLine {
  label: string;
  /** Index into the color palette. */
  colour: number;
  dashed: boolean;
  steps: readonly Step[];
}

interface StepChartProps {
  label: string;
  lines: readonly StepLine[];
}

/** A step chart: each value extends from the start of its range to the end. Ranges without a value are gaps. */
export function StepChart({ label, lines }: StepChartProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(280, Math.floor(entry.contentRect.width))),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const data = useMemo(
    (): ChartProps => ({
      chartTitle: label,
      // A line of its own for each run: a single one would be drawn across the gaps between them.
      lineChartData: lines.flatMap(({ label: legend, colour, dashed, steps }) =>
        runsOf(steps).map(run => {
          const point = (x: number, { value, range, text }: Step) => ({
            x,
            y: value,
            yAxisCalloutData: text,
            xAxisCalloutData: range,
          });
          const last = run.at(-1);
          return {
            legend,
            color: PALETTE[colour % PALETTE.length] as string,
            data: [...run.map(step => point(step.start, step)), ...(last ? [point(last.end, last)] : [])],
            lineOptions: {
              curve: 'stepAfter' as const,
              ...(dashed ? { strokeDasharray: '6 4' } : {}),
              lineBorderWidth: '0',
            },
          };
        }),
      ),
    }),
    [label, lines],
  );
  return (
    <div ref={root} className={styles.root}>
      {/* The chart follows the height of its parent: without a fixed one, it grows with every measurement. */}
      <div className={styles.chart}>
        <LineChart data={data} width={width} height={HEIGHT} culture="en" hideLegend />
      </div>
      <ul className={styles.legend} aria-label="Lines">
        {lines.map(({ label: text, colour, dashed }) => (
          <li key={text} className={styles.entry}>
            <span
              aria-hidden
              className={mergeClasses(styles.line, dashed && styles.dashed)}
              style={{ borderTopColor: PALETTE[colour % PALETTE.length] }}
            />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
