import { useMemo, useState } from 'react';
import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import type { Currency } from '../../domain/currency.ts';
import { formatCount } from '../../domain/format.ts';
import { amountText, E5 } from '../../domain/rates/money.ts';
import type { AreaKind, RateRows } from '../../domain/rates/rows.ts';
import { kilograms } from '../../domain/rates/weightRanges.ts';
import { fold } from '../../domain/fold.ts';
import { StepChart } from '../../ui/grid/StepChart.tsx';
import { PlainInput } from '../../ui/PlainInput.tsx';
import { boundWords, curvesOf, priceRows } from './curves.ts';
import type { ComparedRows } from './FeePanel.tsx';
import { useLooks } from './looks.ts';

/** Maximum number of curves that can be distinguished; the person selects them with checkboxes. */
const SHOWN_FIRST = 4;
const SHOWN_MOST = 8;
/** Maximum number of checkboxes shown. If there are more, a search box finds the others. */
const OFFERED_MOST = 60;
/** Maximum number of ranges in the table. */
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
  /** The currency of both versions. */
  currency: Currency;
  /** The other version's curves, drawn as dashed lines next to this version's. */
  compared: ComparedRows | null;
}

/** Price by weight for several zones, optionally compared with another version, and the same numbers as a table. */
export function PriceCurves({ rows, kind, codes, currency, compared }: PriceCurvesProps) {
  const styles = useStyles();
  const looks = useLooks();
  const [wanted, setWanted] = useState('');
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
    () =>
      new Map(
        [...(compared?.rows.names ?? []), ...rows.names].flatMap(row =>
          row.kind === kind ? [[row.code, row.name] as const] : [],
        ),
      ),
    [rows, kind, compared],
  );
  const label = (code: string) => [code, names.get(code)].filter(Boolean).join(' ');
  const offered = codes.filter(code => chosen.includes(code) || fold(label(code)).includes(fold(wanted.trim())));
  const ranges = priceRows([...curves, ...before]);
  const amount = (fee: number | null) => (fee === null ? 'no fee' : amountText(fee, currency));
  const bounds = [...new Set([rows, ...(compared ? [compared.rows] : [])].map(boundWords))];
  return (
    <section className={looks.card} aria-label="Price curves">
      {codes.length > OFFERED_MOST && (
        <div className={looks.bar}>
          <PlainInput
            aria-label={`Find a ${kind}`}
            placeholder={`Find a ${kind}`}
            value={wanted}
            maxLength={128}
            onText={setWanted}
          />
          {offered.length > OFFERED_MOST && (
            <span className={looks.note}>
              the first {OFFERED_MOST} of {formatCount(offered.length)}
            </span>
          )}
        </div>
      )}
      <fieldset className={styles.boxes} aria-label={`${kind === 'zone' ? 'Zones' : 'Routes'} to show`}>
        {offered.slice(0, OFFERED_MOST).map(code => (
          <Checkbox
            key={code}
            label={label(code)}
            checked={chosen.includes(code)}
            disabled={!chosen.includes(code) && shown.length >= SHOWN_MOST}
            onChange={(_, { checked }) =>
              setChosen(was => (checked === true ? [...was, code] : was.filter(one => one !== code)))
            }
          />
        ))}
      </fieldset>
      {shown.length === 0 ? (
        <p className={looks.note}>
          {codes.length === 0 ? `There is no ${kind} yet.` : `Choose at least one ${kind} to show.`}
        </p>
      ) : (
        <StepChart
          label={`Price by weight of ${kind} ${shown.join(', ')}`}
          lines={lines.map(line => ({
            ...line,
            steps: line.steps.map(({ start, end, fee }) => ({
              start: start / 1000,
              end: end / 1000,
              value: fee / E5,
              range: `${kilograms(start)} to ${kilograms(end)} kg`,
              text: `${amountText(fee, currency)} ${currency}`,
            })),
          }))}
        />
      )}
      <details>
        <summary className={styles.summary}>Show the numbers as a table</summary>
        <p className={looks.note}>
          {bounds.length === 1
            ? `${bounds.join('')}.`
            : `${boundWords(rows)}; in ${compared?.label ?? ''}, that of the range on its other side.`}
          {ranges.length > ROWS_MOST && ` The first ${ROWS_MOST} of ${formatCount(ranges.length)} ranges:`}
        </p>
        <div className={styles.table}>
          <table className={looks.table} aria-label={`Price by weight in ${currency}`}>
            <thead>
              <tr>
                <th scope="col">Charged weight kg</th>
                {lines.map(({ label }) => (
                  <th key={label} scope="col" className={looks.number}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {ranges.slice(0, ROWS_MOST).map(({ start, end, fees }) => (
                <tr key={start}>
                  <th scope="row">
                    {kilograms(start)} to {kilograms(end)}
                  </th>
                  {fees.map((fee, at) => (
                    // oxlint-disable-next-line react/no-array-index-key -- the curves of both versions in their order
                    <td key={at} className={looks.number}>
                      {amount(fee)}
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
