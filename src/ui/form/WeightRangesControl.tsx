import { useEffect, useId, useRef, useState, type ClipboardEvent } from 'react';
import { Button, Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { AddRegular, ArrowSortRegular, CutRegular, DeleteRegular, TableCellsMergeRegular } from '@fluentui/react-icons';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { countText } from '../../domain/import/countsText.ts';
import { formulaProblems, readFormula, type FormulaProblem } from '../../domain/rates/formula.ts';
import {
  EMPTY_ROW,
  columnsLeftOut,
  isBlock,
  mergeTyped,
  openCells,
  pasteTyped,
  sortTyped,
  splitTyped,
  TYPED_FIELDS,
  typedRows,
  typedText,
  type TypedRow,
} from '../../domain/rates/typedRanges.ts';
import { WEIGHT_LABELS, type WeightField } from '../../domain/rates/weightRanges.ts';
import type { OpenNumber } from '../../domain/rates/pastedNumbers.ts';
import { TARGETS } from '../dialogStyles.ts';
import { partOf } from '../upload/parts.ts';
import { PasteQuestion, type PasteStyle } from '../grid/PasteQuestion.tsx';
import type { FieldControl } from './FormRow.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  tools: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  // On a phone, the rows scroll with the dialog, because a scrolling area in another one hides messages.
  rows: {
    maxHeight: '296px',
    overflowY: 'auto',
    '@media (max-width: 640px)': { ...TARGETS, maxHeight: 'none', overflowY: 'visible' },
  },
  table: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  head: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    textAlign: 'start',
  },
  // On a phone, the three buttons are larger, and weights need less room than values.
  acts: { width: '96px', '@media (max-width: 640px)': { width: '128px' } },
  weight: { '@media (max-width: 640px)': { width: '64px' } },
  cell: { padding: tokens.spacingVerticalXXS, verticalAlign: 'top' },
  // On a phone, narrower edges leave room for long numbers.
  input: {
    width: '100%',
    minWidth: 0,
    '@media (max-width: 640px)': { paddingInline: 0, '& input': { paddingInline: tokens.spacingHorizontalXS } },
  },
  exact: { fontVariantNumeric: 'tabular-nums', textAlign: 'end' },
  line: { display: 'flex', gap: tokens.spacingHorizontalXXS },
  wrong: {
    padding: `0 ${tokens.spacingHorizontalXXS} ${tokens.spacingVerticalXS}`,
    color: tokens.colorStatusDangerForeground1,
    fontSize: tokens.fontSizeBase200,
  },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/**
 * Number of rows shown at once. Each row has three inputs and three buttons, and all of them are rendered again with each
 * key, so a block of thousands of pasted rows would block the page for seconds.
 */
const SHOWN = 100;

/** A block and the cell into which it is pasted. */
interface Pasted {
  row: number;
  field: WeightField;
  text: string;
}

interface WeightRangesControlProps {
  control: FieldControl;
  /** The formula, either as stored or as the rows being typed (domain/rates/typedRanges). */
  value: string;
  country: Country;
  /** Whether the ranges are validated, i.e. the rate uses the weight-range model (RATE-4). */
  checked: boolean;
  onChange: (value: string) => void;
}

/**
 * Edits a rate's weight ranges (RATE-3 to RATE-9): rows with start weight, end weight and value, each with its own
 * error message. A block of cells can be pasted into any cell; rows can be sorted, split and merged.
 */
export function WeightRangesControl({ control, value, country, checked, onChange }: WeightRangesControlProps) {
  const styles = useStyles();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [extra, setExtra] = useState(0);
  const [splitting, setSplitting] = useState<{ row: number; at: string } | null>(null);
  const [asked, setAsked] = useState<(Pasted & { open: readonly OpenNumber[] }) | null>(null);
  const [said, setSaid] = useState('');
  const [chosen, setChosen] = useState(0);
  const { currency } = COUNTRIES[country];
  const splitInput = useRef<HTMLInputElement>(null);
  const splitRow = splitting?.row;
  useEffect(() => {
    if (splitRow !== undefined) splitInput.current?.focus();
  }, [splitRow]);

  const typed = typedRows(value, country);
  // An empty form starts with one row; a new row is not part of the value until text is typed into it.
  const rows = [...typed, ...Array.from({ length: Math.max(extra, typed.length === 0 ? 1 : 0) }, () => EMPTY_ROW)];
  const problems: readonly FormulaProblem[] =
    value === ''
      ? []
      : checked
        ? formulaProblems(control.label, value, country)
        : readFormula(control.label, value, country).problems;
  const problemOf = (row: number) => problems.find(problem => problem.row === row);
  const whole = problems.find(({ row }) => row === null);
  const { at: part, parts, first, end } = partOf(rows.length, chosen, SHOWN);
  const hidden = problems.filter(({ row }) => row !== null && (row < first || row >= end));
  const nextHidden = hidden.find(({ row }) => (row ?? 0) >= end) ?? hidden[0];
  const showRow = (row: number) => setChosen(Math.floor(row / SHOWN));
  // Messages of rows replace the note of the whole field, so nothing may refer to the note then.
  const about = whole ? `${id}-whole` : problems.length === 0 ? control.describedBy : undefined;

  const put = (next: readonly TypedRow[], words = '') => {
    const text = typedText(next);
    setExtra(next.length - typedRows(text, country).length);
    setSaid(words);
    setSplitting(null);
    onChange(text);
  };
  /** Focuses a cell of a row, e.g. because the button that was pressed is gone. */
  const focusCell = (row: number, field: WeightField = 'a') => {
    showRow(row);
    requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>(`[data-cell="${row}/${field}"] input`)?.focus(),
    );
  };
  const closeSplit = (row: number) => {
    setSplitting(null);
    focusCell(row);
  };
  const change = (row: number, field: WeightField, text: string) =>
    put(rows.map((one, at) => (at === row ? { ...one, [field]: text } : one)));
  const pasteBlock = ({ row, field, text }: Pasted, style: PasteStyle = 'asIs') => {
    const next = pasteTyped(rows, row, field, text, style === 'asIs' ? undefined : { notation: style, country });
    const outside = columnsLeftOut(field, text);
    const lost =
      outside > 0
        ? ` ${countText(outside, 'column')} did not fit to the right and ${outside === 1 ? 'was' : 'were'} not pasted.`
        : '';
    put(next, `Pasted. There are now ${countText(next.length, 'row')}.${lost}`);
  };
  const paste = (event: ClipboardEvent, row: number, field: WeightField) => {
    const text = event.clipboardData.getData('text');
    if (!isBlock(text)) return;
    event.preventDefault();
    const open = openCells(field, text, country);
    if (open.length > 0) setAsked({ row, field, text, open });
    else pasteBlock({ row, field, text });
  };
  const add = () => {
    const last = rows.at(-1);
    put([...rows, { ...EMPTY_ROW, a: last?.b ?? '' }]);
    focusCell(rows.length);
  };
  const split = () => {
    if (!splitting) return;
    const next = splitTyped(rows, splitting.row, splitting.at, country);
    if (next) {
      put(next, `Row ${splitting.row + 1} was split at ${splitting.at} kg.`);
      focusCell(splitting.row + 1);
    } else setSaid(`Row ${splitting.row + 1} was not split. Enter a weight between its start and its end.`);
  };
  const merge = (row: number) => {
    const next = mergeTyped(rows, row, country);
    if (!next) {
      setSaid(`Rows ${row + 1} and ${row + 2} cannot be merged until you enter their weights.`);
      return;
    }
    const lost = next[row]?.x === '' && rows[row]?.x !== '';
    put(
      next,
      `Rows ${row + 1} and ${row + 2} were merged.${lost ? ' Their values differ, so enter the one to use.' : ''}`,
    );
    focusCell(row);
  };

  return (
    <div ref={root} className={styles.root}>
      <div className={styles.rows}>
        <table className={styles.table} aria-label={control.label}>
          <thead>
            <tr>
              {TYPED_FIELDS.map(field => (
                <th key={field} scope="col" className={mergeClasses(styles.head, field !== 'x' && styles.weight)}>
                  {`${WEIGHT_LABELS[field]} (${field === 'x' ? currency : 'kg'})`}
                </th>
              ))}
              <th scope="col" className={`${styles.head} ${styles.acts}`}>
                Row
              </th>
            </tr>
          </thead>
          {rows.slice(first, end).map((row, place) => {
            const at = first + place;
            const problem = problemOf(at);
            const note = `${id}-${at}`;
            return (
              // oxlint-disable-next-line react/no-array-index-key -- a row is its place
              <tbody key={at}>
                <tr>
                  {TYPED_FIELDS.map((field, column) => (
                    <td key={field} className={styles.cell} data-cell={`${at}/${field}`}>
                      <Input
                        {...(place === 0 && column === 0 ? { id: control.id } : {})}
                        className={styles.input}
                        input={{ className: styles.exact }}
                        size="small"
                        inputMode="decimal"
                        autoComplete="off"
                        disabled={control.disabled}
                        aria-label={`${WEIGHT_LABELS[field]}, row ${at + 1}`}
                        aria-invalid={problem?.field === field ? 'true' : undefined}
                        aria-describedby={problem ? note : about}
                        value={row[field]}
                        onChange={(_, data) => change(at, field, data.value)}
                        onPaste={event => paste(event, at, field)}
                      />
                    </td>
                  ))}
                  <td className={styles.cell}>
                    <div className={styles.line}>
                      <Button
                        size="small"
                        appearance="subtle"
                        icon={<CutRegular />}
                        aria-label={`Split row ${at + 1}`}
                        title="Split at a weight"
                        disabled={control.disabled}
                        onClick={() => setSplitting({ row: at, at: '' })}
                      />
                      <Button
                        size="small"
                        appearance="subtle"
                        icon={<TableCellsMergeRegular />}
                        aria-label={`Merge row ${at + 1} with the next`}
                        title="Merge with the next row"
                        disabled={control.disabled || at === rows.length - 1}
                        onClick={() => merge(at)}
                      />
                      <Button
                        size="small"
                        appearance="subtle"
                        icon={<DeleteRegular />}
                        aria-label={`Remove row ${at + 1}`}
                        title="Remove"
                        disabled={control.disabled}
                        onClick={() => {
                          put(
                            rows.filter((_, other) => other !== at),
                            `Row ${at + 1} was removed.`,
                          );
                          focusCell(Math.max(0, Math.min(at, rows.length - 2)));
                        }}
                      />
                    </div>
                  </td>
                </tr>
                {splitting?.row === at && (
                  <tr>
                    <td colSpan={4} className={styles.cell}>
                      <div className={styles.line}>
                        <Input
                          size="small"
                          input={{ ref: splitInput }}
                          inputMode="decimal"
                          aria-label={`Weight in kg at which row ${at + 1} is split`}
                          placeholder="Split at (kg)"
                          value={splitting.at}
                          onChange={(_, data) => setSplitting({ row: at, at: data.value })}
                          onKeyDown={event => {
                            if (event.key !== 'Enter' && event.key !== 'Escape') return;
                            // Stops the key from applying or closing the form.
                            event.preventDefault();
                            event.stopPropagation();
                            if (event.key === 'Enter') split();
                            else closeSplit(at);
                          }}
                        />
                        <Button size="small" onClick={split}>
                          Split
                        </Button>
                        <Button size="small" appearance="subtle" onClick={() => closeSplit(at)}>
                          Cancel
                        </Button>
                      </div>
                    </td>
                  </tr>
                )}
                {problem && (
                  <tr>
                    <td colSpan={4} className={styles.wrong}>
                      <span id={note} role="alert">
                        {problem.message}
                      </span>
                    </td>
                  </tr>
                )}
              </tbody>
            );
          })}
        </table>
      </div>
      {parts > 1 && (
        <nav className={styles.tools} aria-label={`Parts of ${control.label}`}>
          <Button size="small" disabled={part === 0} onClick={() => setChosen(part - 1)}>
            Earlier rows
          </Button>
          <output className={styles.quiet}>
            {(first + 1).toLocaleString('en-US')} to {end.toLocaleString('en-US')} of{' '}
            {rows.length.toLocaleString('en-US')}
          </output>
          <Button size="small" disabled={part === parts - 1} onClick={() => setChosen(part + 1)}>
            Later rows
          </Button>
        </nav>
      )}
      {nextHidden && (
        <div className={styles.wrong}>
          <span role="alert">
            {countText(hidden.length, 'other row')} {hidden.length === 1 ? 'has' : 'have'} errors. Row{' '}
            {((nextHidden.row ?? 0) + 1).toLocaleString('en-US')}: {nextHidden.message}
          </span>{' '}
          <Button size="small" onClick={() => focusCell(nextHidden.row ?? 0, nextHidden.field ?? 'a')}>
            Go to row {((nextHidden.row ?? 0) + 1).toLocaleString('en-US')}
          </Button>
        </div>
      )}
      {whole ? (
        <span id={about} className={styles.wrong} role="alert">
          {whole.message}
        </span>
      ) : (
        problems.length === 0 && control.note
      )}
      <div className={styles.tools}>
        <Button size="small" icon={<AddRegular />} disabled={control.disabled} onClick={add}>
          Add row
        </Button>
        <Button
          size="small"
          icon={<ArrowSortRegular />}
          disabled={control.disabled || rows.length < 2}
          onClick={() => {
            put(sortTyped(rows, country), 'Sorted by start weight.');
            showRow(0);
          }}
        >
          Sort
        </Button>
      </div>
      <output className={styles.quiet}>
        {said === ''
          ? `${countText(typed.length, 'row')}. Paste a block of cells from a spreadsheet into any cell.`
          : said}
      </output>
      {asked && (
        <PasteQuestion
          open={asked.open}
          onAnswer={style => {
            setAsked(null);
            pasteBlock(asked, style);
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </div>
  );
}
