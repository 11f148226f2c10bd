import { useMemo, useState } from 'react';
import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import type { Currency } from '../../domain/currency.ts';
import { amountText, E5 } from '../../domain/rates/money.ts';
import type { AreaKind, RateRows } from '../../domain/rates/rows.ts';
import { kilograms } from '../../domain/rates/weightRanges.ts';
import { StepChart } from '../../ui/grid/StepChart.tsx';
import type { ComparedRows } from './FeePanel.tsx';
import { useLooks } from './looks.ts';

/** The price of a zone or route by weight, as a step function. */
interface Curve {
  readonly code: string;
  /** Sorted by start weight, in grams and e5; ranges without a fee are omitted. */
  readonly steps: readonly { start: number; end: number; fee: number }[];
}

/** The price curves of some zones or routes. */
function curvesOf(rows: RateRows, kind: AreaKind, codes: readonly string[]): Curve[] {
  const wanted = new Map<string, { start: number; end: number; fee: number }[]>(codes.map(code => [code, []]));
  for (const row of rows.fees)
    if (row.kind === kind && row.fee !== null)
      wanted.get(row.code)?.push({ start: row.start, end: row.end, fee: row.fee });
  return [...wanted].map(([code, steps]) => ({ code, steps: steps.sort((one, other) => one.start - other.start) }));
}

/** The weights at which any of the curves starts or ends, in ascending order. */
const weightsOf = (curves: readonly Curve[]): number[] =>
  [...new Set(curves.flatMap(({ steps }) => steps.map(({ start }) => start)))].sort((one, other) => one - other);

/** A curve's fee at a weight; null if there is none. */
const feeOn = ({ steps }: Curve, grams: number): number | null =>
  steps.find(({ start, end }) => start <= grams && grams < end)?.fee ?? null;

/** Maximum number of curves that can be distinguished; the person selects them with checkboxes. */
const SHOWN_FIRST = 4;
const SHOWN_MOST = 8;
/** Maximum number of checkboxes shown. */
const OFFERED_MOST = 60;
/** Number of weights in the table. */
const ROWS_MOST = 200;

const useStyles = makeStyles({
  boxes: {
    display: 'flex',
    margin: 0,
    padding: 0,
    border: 'none',
    minWidth: 0,
    flexWrap: 'wrap',
    maxHeight: '120px',
    overflowY: 'auto',
    // A long code or name breaks instead of making the box scroll sideways.
    overflowWrap: 'anywhere',
  },
  table: { maxHeight: '320px', overflow: 'auto' },
  summary: { cursor: 'pointer', color: tokens.colorBrandForegroundLink },
});

interface PriceCurvesProps {
  rows: RateRows;
  kind: AreaKind;
  codes: readonly string[];
  currency: Currency;
  /** The other version's curves, drawn as dashed lines next to this version's. */
  compared: ComparedRows | null;
}

/** Price by weight for several zones, optionally compared with another version, and the same numbers as a table. */
export function PriceCurves({ rows, kind, codes, currency, compared }: PriceCurvesProps) {
  const styles = useStyles();
  const looks = useLooks();
  const [chosen, setChosen] = useState<readonly string[]>(() => codes.slice(0, SHOWN_FIRST));
  const shown = useMemo(() => codes.filter(code => chosen.includes(code)).slice(0, SHOWN_MOST), [codes, chosen]);
  const curves = useMemo(() => curvesOf(rows, kind, shown), [rows, kind, shown]);
  const before = useMemo(() => (compared ? curvesOf(compared.rows, kind, shown) : []), [compared, kind, shown]);
  const lines = useMemo(
    () => [
      ...curves.map(({ code, steps }, at) => ({ label: code, colour: at, dashed: false, steps })),
      ...before.map(({ code, steps }, at) => ({
        label: `${code}, ${compared?.label ?? ''}`,
        colour: at,
        dashed: true,
        steps,
      })),
    ],
    [curves, before, compared],
  );
  const names = useMemo(
    () => new Map(rows.names.flatMap(row => (row.kind === kind ? [[row.code, row.name] as const] : []))),
    [rows, kind],
  );
  const weights = weightsOf([...curves, ...before]).slice(0, ROWS_MOST);
  const amount = (fee: number | null) => (fee === null ? '/' : amountText(fee, currency));
  return (
    <section className={looks.card} aria-label="Price curves">
      <fieldset className={styles.boxes} aria-label={`${kind === 'zone' ? 'Zones' : 'Routes'} to show`}>
        {codes.slice(0, OFFERED_MOST).map(code => (
          <Checkbox
            key={code}
            label={[code, names.get(code)].filter(Boolean).join(' ')}
            checked={chosen.includes(code)}
            disabled={!chosen.includes(code) && shown.length >= SHOWN_MOST}
            onChange={(_, { checked }) =>
              setChosen(was => (checked === true ? [...was, code] : was.filter(one => one !== code)))
            }
          />
        ))}
      </fieldset>
      {shown.length === 0 ? (
        <p className={looks.note}>Choose at least one {kind} to show.</p>
      ) : (
        <StepChart
          label={`Price by weight of ${kind} ${shown.join(', ')}`}
          unit={currency}
          lines={lines.map(line => ({
            ...line,
            steps: line.steps.map(({ start, end, fee }) => ({ start: start / 1000, end: end / 1000, value: fee / E5 })),
          }))}
        />
      )}
      <details>
        <summary className={styles.summary}>Show the numbers as a table</summary>
        <div className={styles.table}>
          <table className={looks.table} aria-label={`Price by weight in ${currency}`}>
            <thead>
              <tr>
                <th scope="col">From kg</th>
                {lines.map(({ label }) => (
                  <th key={label} scope="col" className={looks.number}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weights.map(grams => (
                <tr key={grams}>
                  <th scope="row">{kilograms(grams)}</th>
                  {[...curves, ...before].map((curve, at) => (
                    // oxlint-disable-next-line react/no-array-index-key -- the curves of both versions in their order
                    <td key={at} className={looks.number}>
                      {amount(feeOn(curve, grams))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}
