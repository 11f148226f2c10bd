import { Button, Input, Spinner } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { allSuppliers } from '../../contract/recon.ts';
import { saveLayout, type LayoutRecord } from '../../contract/reconOwn.ts';
import { currencyOf } from '../../domain/currency.ts';
import { useLatestRun } from './useLatestRun.ts';
import { cellOf } from '../../domain/recon/billCells.ts';
import { chargeName, guessRoles, type Layout } from '../../domain/recon/layout.ts';
import { layoutProblem, readLayoutDefinition } from '../../domain/recon/layoutText.ts';
import type { TextForm } from '../../domain/sheet/textForm.ts';
import { rowsAboveHeader, usesIn, usesProblem, withUse, withUses, type Use } from '../../domain/recon/layoutUses.ts';
import { administer } from '../../sync/actions/administer.ts';
import { ExcelClient } from '../../sync/excelClient/client.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { BillCountsView } from './BillCountsView.tsx';
import { ChargeKinds } from './ChargeKinds.tsx';
import { LayoutColumns } from './LayoutColumns.tsx';
import { LayoutFields, LayoutSettings } from './LayoutSettings.tsx';
import { FileField, SupplierChoice } from './fields.tsx';
import { LabelledField, useReconStyles } from './parts.tsx';
import { countBill, openBillFile, type BillCounts, type OpenedBill } from './readFile.ts';

/** Maximum number of rows read for the preview of a file. */
const FIRST_ROWS = 40;

const EMPTY: Layout = {
  skippedRows: 0,
  headerRow: true,
  decimalMark: '.',
  dateOrder: 'ymd',
  currency: '',
  weightUnit: 'kg',
  sizeUnit: 'cm',
  roles: {},
  charges: { as: 'rows' },
  kinds: {},
};

/** The first rows of a file, indexed by their numbers in the file. */
async function firstRows(bill: OpenedBill): Promise<string[][]> {
  const rows: string[][] = [];
  for (const { number, cells } of await bill.slice(0, FIRST_ROWS)) {
    while (rows.length < number - 1 && rows.length < FIRST_ROWS) rows.push([]);
    if (rows.length < FIRST_ROWS) rows.push(cells.map((_, at) => cellOf(cells, at)));
  }
  return rows;
}

/** Why a layout cannot be saved with these inputs; null if it can. */
function textsProblem(supplier: string, name: string, days: string): string | null {
  if (supplier === '') return 'Choose the supplier.';
  if (name.trim() === '') return 'Give the layout a name.';
  if (!/^[1-9]\d{0,2}$/.test(days) || Number(days) > 730)
    return 'Days to dispute must be a whole number from 1 to 730.';
  return null;
}

interface LayoutWizardProps {
  layout: LayoutRecord | null;
  close: () => void;
  saved: () => void;
}

/**
 * Creates or edits a layout: shows the first rows of a file next to their roles, and immediately tests the layout on
 * the whole file.
 */
export function LayoutWizard({ layout: stored, close, saved }: LayoutWizardProps) {
  const styles = useReconStyles();
  const { client, entity } = useSync();
  const { notify } = useUi();
  const suppliers = useAdministration(allSuppliers, {});
  const [supplier, setSupplier] = useState(stored ? String(stored.supplier_id) : '');
  const [name, setName] = useState(stored?.name ?? '');
  const [days, setDays] = useState(String(stored?.contract_days ?? 30));
  const [layout, setLayout] = useState<Layout>(
    (stored && readLayoutDefinition(stored.definition)) ?? { ...EMPTY, currency: currencyOf(entity) },
  );
  /** The roles selected by the person, including incomplete pairs; null if they are the layout's own. */
  const [chosen, setChosen] = useState<readonly Use[] | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [bill, setBill] = useState<OpenedBill | null>(null);
  const [rows, setRows] = useState<readonly (readonly string[])[]>([]);
  const [counted, setCounted] = useState<{ by: Layout; counts: BillCounts } | null>(null);
  // A layout that was changed in the meantime has not been tried.
  const counts = counted?.by === layout ? counted.counts : null;
  const { step: busy, problem, run } = useLatestRun<string>();
  const [edited, setEdited] = useState(false);
  /** The action to take once the person agrees to discard the layout; null while no question is asked. */
  const [asking, setAsking] = useState<(() => void) | null>(null);
  const excel = useRef<ExcelClient | null>(null);
  useEffect(() => () => excel.current?.cancel(), []);

  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const headings = layout.headerRow ? (rows[layout.skippedRows] ?? []) : [];
  const uses = chosen ?? usesIn(layout, columns);
  const change = (next: Layout) => {
    setLayout(next);
    setEdited(true);
    setCounted(null);
  };
  const show = (file: File, form: TextForm = layout) =>
    run(async (begin, isLatest) => {
      begin('Reading the file');
      setFile(file);
      excel.current?.cancel();
      excel.current = new ExcelClient();
      let opened: OpenedBill;
      let first: string[][];
      try {
        opened = await openBillFile(excel.current, file, form);
        first = await firstRows(opened);
      } catch (error) {
        // The worker of the former file has ended, so that file can no longer be tried.
        if (isLatest()) {
          setBill(null);
          setRows([]);
        }
        throw error;
      }
      if (!isLatest()) return;
      setBill(opened);
      setRows(first);
      setCounted(null);
      setChosen(null);
      // A stored layout keeps its roles; the file shows whether they fit.
      if (stored) return;
      const at = rowsAboveHeader(first);
      setLayout(was => ({ ...was, skippedRows: at, roles: guessRoles(first[at] ?? []) }));
      setEdited(true);
    });
  const wrong = (chosen && usesProblem(chosen)) ?? layoutProblem(layout);
  const missing = textsProblem(supplier, name, days) ?? wrong;
  const tryIt = () =>
    run(async (begin, isLatest) => {
      begin('Reading all rows');
      const found = bill && (await countBill(bill, layout));
      if (found && isLatest()) setCounted({ by: layout, counts: found });
    });
  const save = () =>
    run(async begin => {
      begin('Saving');
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
  /** Closes the dialog; asks for confirmation if input would be lost. Returns whether the dialog stays open for now. */
  const leave = (goOn: () => void): boolean => {
    if (edited) setAsking(() => goOn);
    else close();
    return edited;
  };
  const typed =
    (set: (text: string) => void) =>
    (value: string): void => {
      set(value);
      setEdited(true);
    };
  const names = [
    ...new Set([...Object.keys(layout.kinds), ...(counts?.unmapped ?? []).map(([charge]) => chargeName(charge))]),
  ];
  return (
    <InfoDialog
      title={stored ? `Edit layout ${stored.name}` : 'Create layout'}
      wide
      onClose={() => leave(() => undefined)}
      onLeave={leave}
      actions={
        <>
          <Button disabled={busy !== null || bill === null || wrong !== null} onClick={() => void tryIt()}>
            Try it
          </Button>
          <Button appearance="primary" disabled={busy !== null || missing !== null} onClick={() => void save()}>
            Apply
          </Button>
        </>
      }
    >
      <div className={styles.column}>
        <LayoutFields>
          <SupplierChoice suppliers={suppliers.data?.list ?? null} value={supplier} onChange={typed(setSupplier)} />
          <LabelledField label="Layout name">
            {id => <Input id={id} value={name} maxLength={100} onChange={(_, data) => typed(setName)(data.value)} />}
          </LabelledField>
          <LabelledField label="Days to dispute">
            {id => (
              <Input
                id={id}
                inputMode="numeric"
                value={days}
                maxLength={3}
                onChange={(_, data) => typed(setDays)(data.value)}
              />
            )}
          </LabelledField>
          <FileField
            label="Sample file from the supplier"
            onFiles={([file]) => {
              if (file) void show(file);
            }}
          />
        </LayoutFields>
        <LayoutSettings
          layout={layout}
          change={next => {
            // Other charges have different roles.
            if (next.charges.as !== layout.charges.as) setChosen(null);
            change(next);
            // Another separator or encoding splits the file into other cells.
            if (file && (next.separator !== layout.separator || next.encoding !== layout.encoding))
              void show(file, next);
          }}
        />
        {rows.length === 0 ? (
          <p className={styles.hint}>Choose a file to see its first rows and assign a role to each column.</p>
        ) : (
          <LayoutColumns
            layout={layout}
            rows={rows}
            uses={uses}
            onUse={(column, use) => {
              const next = withUse(uses, column, use);
              setChosen(next);
              change(withUses(layout, next, headings));
            }}
          />
        )}
        {(rows.length > 0 || edited) && busy === null && missing !== null && (
          <p className={rows.length > 0 && wrong !== null ? styles.problem : styles.hint}>{missing}</p>
        )}
        {busy !== null && <Spinner size="tiny" label={`${busy} ...`} labelPosition="after" />}
        {counts && <BillCountsView counts={counts} />}
        {names.length > 0 && (
          <ChargeKinds
            names={names}
            kinds={layout.kinds}
            onChange={kinds => {
              setLayout({ ...layout, kinds });
              setEdited(true);
            }}
          />
        )}
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={stored ? 'Discard your changes to this layout?' : 'Discard this layout?'}
          confirmLabel="Discard"
          focus="cancel"
          destructive
          onConfirm={() => {
            close();
            asking();
          }}
          onCancel={() => setAsking(null)}
        />
      )}
    </InfoDialog>
  );
}
