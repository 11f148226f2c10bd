import { Button, Checkbox, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useEffect, useId, useRef, useState } from 'react';
import { allSuppliers } from '../../contract/recon.ts';
import { saveLayout, type LayoutRecord } from '../../contract/reconOwn.ts';
import { CURRENCY_CODES, currencyOf } from '../../domain/currency.ts';
import { CHARGE_KINDS, type ChargeKind } from '../../domain/recon/charges.ts';
import { cellOf, WEIGHT_UNITS, type DateOrder, type WeightUnit } from '../../domain/recon/billCells.ts';
import { chargeName, guessRoles, ROLES, type Layout, type Role } from '../../domain/recon/layout.ts';
import { layoutProblem, readLayoutDefinition } from '../../domain/recon/layoutText.ts';
import { columnLetter } from '../../domain/sheet/columns.ts';
import { administer } from '../../sync/actions/administer.ts';
import { ExcelClient } from '../../sync/excelClient/client.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { useFileInputStyles } from '../../ui/fileInputStyles.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { BillCountsView } from './BillCountsView.tsx';
import { useReconStyles } from './parts.tsx';
import { countBill, openBillFile, type BillCounts, type OpenedBill } from './readFile.ts';
import { errorText } from '../../domain/errorText.ts';

/** Rows of the file that are shown next to the roles. */
const SHOWN = 6;

const useStyles = makeStyles({
  preview: { overflow: 'auto', maxHeight: '40vh' },
  short: { width: '110px' },
  cell: { maxWidth: '180px', whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
  wrap: { flexWrap: 'wrap', display: 'flex', gap: tokens.spacingHorizontalM, alignItems: 'end' },
});

const EMPTY: Layout = {
  skippedRows: 0,
  headerRow: true,
  decimalMark: '.',
  dateOrder: 'ymd',
  currency: '',
  weightUnit: 'kg',
  roles: {},
  charges: { as: 'rows' },
  kinds: {},
};

/** The use of a column in the file: a role, a charge, or one half of a pair. */
type Use = Role | 'charge' | 'pairText' | 'pairAmount' | '';

const roleIn = ({ roles, charges }: Layout, column: number): Use => {
  const role = (Object.keys(roles) as Role[]).find(one => roles[one] === column);
  if (role) return role;
  if (charges.as === 'columns' && charges.columns.some(one => one.column === column)) return 'charge';
  if (charges.as === 'pairs' && charges.pairs.some(one => one.text === column)) return 'pairText';
  if (charges.as === 'pairs' && charges.pairs.some(one => one.amount === column)) return 'pairAmount';
  return '';
};

/**
 * Assigns a use to a column; a column has one use, and a role has one column. A pair is a text followed by the next
 * amount.
 */
function withUse(layout: Layout, uses: readonly Use[], headings: readonly string[]): Layout {
  const roles: Partial<Record<Role, number>> = {};
  uses.forEach((use, column) => {
    if (use !== '' && use in ROLES) roles[use as Role] = column;
  });
  if (layout.charges.as === 'columns') {
    const columns = uses.flatMap((use, column) =>
      use === 'charge' ? [{ column, name: headings[column] || `Column ${columnLetter(column)}` }] : [],
    );
    return { ...layout, roles, charges: { as: 'columns', columns } };
  }
  if (layout.charges.as === 'rows') return { ...layout, roles };
  const pairs = uses.flatMap((use, text) => {
    const amount = uses.findIndex((other, at) => at > text && other === 'pairAmount');
    return use === 'pairText' && amount > text ? [{ text, amount }] : [];
  });
  return { ...layout, roles, charges: { as: 'pairs', pairs } };
}

interface LayoutWizardProps {
  layout: LayoutRecord | null;
  close: () => void;
  saved: () => void;
}

/**
 * Creates or changes a layout: shows the first rows of a file next to their roles, and tests the layout on the whole
 * file immediately.
 */
export function LayoutWizard({ layout: stored, close, saved }: LayoutWizardProps) {
  const own = useStyles();
  const styles = useReconStyles();
  const chooser = useFileInputStyles();
  const facts = useFactStyles();
  const { client, entity } = useSync();
  const { notify } = useUi();
  const suppliers = useAdministration(allSuppliers, {});
  const [supplier, setSupplier] = useState(stored ? String(stored.supplier_id) : '');
  const [name, setName] = useState(stored?.name ?? '');
  const [days, setDays] = useState(String(stored?.contract_days ?? 30));
  const [layout, setLayout] = useState<Layout>(
    (stored && readLayoutDefinition(stored.definition)) ?? { ...EMPTY, currency: currencyOf(entity) },
  );
  const [bill, setBill] = useState<OpenedBill | null>(null);
  const [rows, setRows] = useState<readonly (readonly string[])[]>([]);
  const [counts, setCounts] = useState<BillCounts | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const excel = useRef<ExcelClient | null>(null);
  const prefix = useId();
  useEffect(() => () => excel.current?.cancel(), []);

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const headings = layout.headerRow ? (rows[layout.skippedRows] ?? []) : [];
  const uses = Array.from({ length: columns }, (_, column) => roleIn(layout, column));
  const change = (next: Layout) => {
    setLayout(next);
    setCounts(null);
  };
  const show = (file: File) =>
    run(async () => {
      excel.current?.cancel();
      excel.current = new ExcelClient();
      const opened = await openBillFile(excel.current, file);
      const first: string[][] = [];
      for (const { number, cells } of await opened.slice(0, 40)) {
        while (first.length < number - 1 && first.length < 40) first.push([]);
        if (first.length < 40) first.push(cells.map((_, at) => cellOf(cells, at)));
      }
      setBill(opened);
      setRows(first);
      setCounts(null);
      // The header row is the first one with at least three texts; a known file keeps its layout.
      if (stored) return;
      const at = Math.max(
        0,
        first.findIndex(row => row.filter(cell => cell.trim() !== '' && !/^[\d.,\s-]+$/.test(cell)).length >= 3),
      );
      setLayout(was => ({ ...was, skippedRows: at, roles: guessRoles(first[at] ?? []) }));
    });
  const wrong = layoutProblem(layout);
  const tryIt = () =>
    run(async () => {
      if (bill) setCounts(await countBill(bill, layout));
    });
  const save = () =>
    run(async () => {
      await administer(client, entity, saveLayout, {
        ...(stored ? { id: stored.id, version: stored.version } : {}),
        supplier_id: Number(supplier),
        name: name.trim(),
        contract_days: Number(days),
        definition: { ...layout },
      });
      notify.success(`${stored ? 'Edit' : 'Create'} Successfully: ${name.trim()}`);
      saved();
    });
  const names = [
    ...new Set([...Object.keys(layout.kinds), ...(counts?.unmapped ?? []).map(([charge]) => chargeName(charge))]),
  ];
  const field = (key: string, label: string, control: (id: string) => React.ReactNode) => (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={`${prefix}${key}`}>
        {label}
      </label>
      {control(`${prefix}${key}`)}
    </div>
  );
  const usesOf = (as: Layout['charges']['as']): readonly (readonly [Use, string])[] => [
    ['', 'Not used'],
    ...(Object.entries(ROLES) as [Role, string][]).filter(
      ([role]) => as === 'rows' || !['code', 'text', 'amount', 'discount', 'tax', 'cod'].includes(role),
    ),
    ...(as === 'columns' ? ([['charge', 'A charge']] as const) : []),
    ...(as === 'pairs'
      ? ([
          ['pairText', 'Charge of a pair'],
          ['pairAmount', 'Amount of a pair'],
        ] as const)
      : []),
  ];
  const isReady =
    wrong === null && supplier !== '' && name.trim() !== '' && /^[1-9]\d{0,2}$/.test(days) && Number(days) <= 730;
  return (
    <InfoDialog
      title={stored ? `Edit layout ${stored.name}` : 'Create layout'}
      wide
      onClose={close}
      actions={
        <>
          <Button disabled={busy || bill === null || wrong !== null} onClick={() => void tryIt()}>
            Try it
          </Button>
          <Button appearance="primary" disabled={busy || !isReady} onClick={() => void save()}>
            Apply
          </Button>
        </>
      }
    >
      <div className={styles.column}>
        <div className={own.wrap}>
          {field('supplier', 'Supplier', id => (
            <Select id={id} value={supplier} onChange={(_, data) => setSupplier(data.value)}>
              <option value="">Choose</option>
              {suppliers.data?.list.map(({ supplier_id, supplier_name }) => (
                <option key={supplier_id} value={supplier_id}>
                  {supplier_name}
                </option>
              ))}
            </Select>
          ))}
          {field('name', 'Layout name', id => (
            <Input id={id} value={name} maxLength={100} onChange={(_, data) => setName(data.value)} />
          ))}
          {field('days', 'Days to dispute', id => (
            <Input
              id={id}
              className={own.short}
              inputMode="numeric"
              value={days}
              maxLength={3}
              onChange={(_, data) => setDays(data.value)}
            />
          ))}
          {field('file', 'A file of the supplier', id => (
            <input
              id={id}
              className={chooser.root}
              type="file"
              accept=".xlsx,.xls,.xlsb,.ods,.csv"
              onChange={event => {
                const chosen = event.target.files?.[0];
                if (chosen) void show(chosen);
              }}
            />
          ))}
        </div>
        <div className={own.wrap}>
          {field('as', 'Charges', id => (
            <Select
              id={id}
              value={layout.charges.as}
              onChange={(_, data) =>
                change({
                  ...layout,
                  roles: Object.fromEntries(
                    Object.entries(layout.roles).filter(
                      ([role]) =>
                        data.value === 'rows' || !['code', 'text', 'amount', 'discount', 'tax', 'cod'].includes(role),
                    ),
                  ),
                  charges:
                    data.value === 'rows'
                      ? { as: 'rows' }
                      : data.value === 'pairs'
                        ? { as: 'pairs', pairs: [] }
                        : { as: 'columns', columns: [] },
                })
              }
            >
              <option value="rows">One row per charge</option>
              <option value="pairs">Pairs of charge and amount</option>
              <option value="columns">One column per charge</option>
            </Select>
          ))}
          {field('skipped', 'Rows above', id => (
            <Input
              id={id}
              className={own.short}
              type="number"
              min={0}
              max={39}
              value={String(layout.skippedRows)}
              onChange={(_, data) =>
                change({ ...layout, skippedRows: Math.max(0, Math.min(39, Number(data.value) || 0)) })
              }
            />
          ))}
          <Checkbox
            label="Header row"
            checked={layout.headerRow}
            onChange={(_, { checked }) => change({ ...layout, headerRow: checked === true })}
          />
          {field('mark', 'Decimal mark', id => (
            <Select
              id={id}
              value={layout.decimalMark}
              onChange={(_, data) => change({ ...layout, decimalMark: data.value as '.' | ',' })}
            >
              <option value=".">1,234.56</option>
              <option value=",">1.234,56</option>
            </Select>
          ))}
          {field('date', 'Days as', id => (
            <Select
              id={id}
              value={layout.dateOrder}
              onChange={(_, data) => change({ ...layout, dateOrder: data.value as DateOrder })}
            >
              <option value="ymd">2026-01-31</option>
              <option value="dmy">31/01/2026</option>
              <option value="mdy">01/31/2026</option>
            </Select>
          ))}
          {field('currency', 'Currency', id => (
            <Select id={id} value={layout.currency} onChange={(_, data) => change({ ...layout, currency: data.value })}>
              {CURRENCY_CODES.map(code => (
                <option key={code}>{code}</option>
              ))}
            </Select>
          ))}
          {field('unit', 'Weights in', id => (
            <Select
              id={id}
              value={layout.weightUnit}
              onChange={(_, data) => change({ ...layout, weightUnit: data.value as WeightUnit })}
            >
              {Object.keys(WEIGHT_UNITS).map(unit => (
                <option key={unit}>{unit}</option>
              ))}
            </Select>
          ))}
        </div>
        {rows.length === 0 ? (
          <p className={styles.hint}>
            Choose a file: its first rows are shown here next to the roles of their columns.
          </p>
        ) : (
          <div className={own.preview}>
            <table className={facts.table} aria-label="First rows">
              <thead>
                <tr>
                  {uses.map((use, column) => (
                    <th key={column} className={facts.cell} scope="col">
                      <Select
                        aria-label={`Role of column ${columnLetter(column)}`}
                        value={use}
                        onChange={(_, data) => {
                          const chosen = data.value as Use;
                          const isRole = chosen in ROLES;
                          const next = uses.map((was, at) =>
                            at === column ? chosen : isRole && was === chosen ? '' : was,
                          );
                          change(withUse(layout, next, headings));
                        }}
                      >
                        {usesOf(layout.charges.as).map(([value, label]) => (
                          <option key={value} value={value}>
                            {label}
                          </option>
                        ))}
                      </Select>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.slice(layout.skippedRows, layout.skippedRows + SHOWN).map((row, at) => (
                  <tr
                    key={at}
                    style={layout.headerRow && at === 0 ? { fontWeight: tokens.fontWeightSemibold } : undefined}
                  >
                    {uses.map((_, column) => (
                      <td key={column} className={`${facts.cell} ${own.cell}`} title={row[column]}>
                        {row[column] ?? ''}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {rows.length > 0 && wrong !== null && <p className={styles.problem}>{wrong}</p>}
        {counts && <BillCountsView counts={counts} />}
        {names.length > 0 && (
          <table className={facts.table} aria-label="Kinds of charges">
            <FactHead labels={['Charge of the supplier', 'Kind']} />
            <tbody>
              {names.map(charge => (
                <tr key={charge}>
                  <td className={facts.cell}>{charge}</td>
                  <td className={facts.cell}>
                    <Select
                      aria-label={`Kind of ${charge}`}
                      value={layout.kinds[charge] ?? 'unmapped'}
                      onChange={(_, data) => {
                        const { [charge]: _was, ...kinds } = layout.kinds;
                        const kind = data.value as ChargeKind;
                        setLayout({ ...layout, kinds: kind === 'unmapped' ? kinds : { ...kinds, [charge]: kind } });
                      }}
                    >
                      {CHARGE_KINDS.map(kind => (
                        <option key={kind} value={kind}>
                          {kind === 'unmapped' ? 'not named' : kind}
                        </option>
                      ))}
                    </Select>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
    </InfoDialog>
  );
}
