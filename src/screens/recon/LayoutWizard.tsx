import { Button, Input, Spinner } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { allSuppliers } from '../../contract/recon.ts';
import { saveLayout, type LayoutRecord } from '../../contract/reconOwn.ts';
import { currencyOf } from '../../domain/currency.ts';
import { useLatestRun } from './useLatestRun.ts';
import { cellOf } from '../../domain/recon/billCells.ts';
import { chargeName, type Layout } from '../../domain/recon/layout.ts';
import { guessLayout } from '../../domain/recon/layoutGuess.ts';
import { headingsProblem } from '../../domain/recon/layoutHeadings.ts';
import { LAYOUT_COLUMNS_MOST, layoutProblem, readLayoutDefinition } from '../../domain/recon/layoutText.ts';
import { usesIn, usesProblem, withUse, withUses, type Use } from '../../domain/recon/layoutUses.ts';
import { ExcelClient } from '../../sync/excelClient/client.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useChange } from '../../sync/hooks/useChange.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { EnteredDialog } from '../../ui/form/EnteredDialog.tsx';
import { useEntered } from '../../ui/form/useEntered.ts';
import { useUi } from '../../ui/UiContext.ts';
import { BillCountsView } from './BillCountsView.tsx';
import { ChargeKinds } from './ChargeKinds.tsx';
import { LayoutColumns } from './LayoutColumns.tsx';
import { LayoutFields, LayoutSettings } from './LayoutSettings.tsx';
import { FileField, SupplierChoice } from './fields.tsx';
import { LabelledField, ProblemText, useReconStyles } from './parts.tsx';
import { countBill, openBillFile, type BillCounts, type OpenedBill } from './readFile.ts';

/** Maximum number of rows read for the preview of a file. */
const FIRST_ROWS = 40;
/** The step during which the input is sent, so that it cannot be changed. */
const SAVING = 'Saving';

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

/** Whether two layouts find the same charges in a file, which means that they differ at most in the kinds of charges. */
const readsSameCharges = (one: Layout, other: Layout): boolean =>
  (Object.keys({ ...one, ...other }) as (keyof Layout)[]).every(key => key === 'kinds' || one[key] === other[key]);

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
  const { entity } = useSync();
  const send = useChange();
  const { notify } = useUi();
  const suppliers = useAdministration(allSuppliers, {});
  const entered = useEntered(stored ? `recon.layouts/edit/${stored.id}/${stored.version}` : 'recon.layouts/create', {
    supplier: stored ? String(stored.supplier_id) : '',
    name: stored?.name ?? '',
    days: String(stored?.contract_days ?? 30),
    layout: ((stored && readLayoutDefinition(stored.definition)) ?? {
      ...EMPTY,
      currency: currencyOf(entity),
    }) as Layout,
    fileName: '',
  });
  const { change, draft, isEntered } = entered;
  const { supplier, name, days, layout, fileName } = entered.values;
  /** The roles selected by the person, including incomplete pairs; null if they are the layout's own. */
  const [chosen, setChosen] = useState<readonly Use[] | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [bill, setBill] = useState<OpenedBill | null>(null);
  const [rows, setRows] = useState<readonly (readonly string[])[]>([]);
  const [counted, setCounted] = useState<{ by: Layout; counts: BillCounts } | null>(null);
  // A layout that was changed in the meantime has not been tried.
  const counts = counted?.by === layout ? counted.counts : null;
  const { step: busy, problem, run } = useLatestRun<string>();
  const excel = useRef<ExcelClient | null>(null);
  useEffect(() => () => excel.current?.cancel(), []);

  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const headings = layout.headerRow ? (rows[layout.skippedRows] ?? []) : [];
  const uses = chosen ?? usesIn(layout, columns);
  const show = (file: File, form: Layout = layout) =>
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
      // A stored layout is not changed by a file that it is tried on.
      if (!stored) change({ fileName: file.name });
      setCounted(null);
      setChosen(null);
      // A stored or restored layout, or one whose columns were chosen, keeps its roles; the file shows whether they fit.
      const isChosen = chosen !== null && form === layout;
      if (stored || isChosen || (draft.restored && Object.keys(form.roles).length > 0)) return;
      change(now => ({ layout: guessLayout(now.layout, first) }));
    });
  const wrong = (chosen && usesProblem(chosen)) ?? layoutProblem(layout);
  const otherHeadings = headings.length === 0 ? null : headingsProblem(layout, headings);
  const missing = textsProblem(supplier, name, days) ?? wrong;
  const tryIt = () =>
    run(async (begin, isLatest) => {
      begin('Reading all rows');
      const found = bill && (await countBill(bill, layout));
      if (found && isLatest()) setCounted({ by: layout, counts: found });
    });
  const save = () =>
    run(async begin => {
      begin(SAVING);
      await send(saveLayout, {
        ...(stored ? { id: stored.id, version: stored.version } : {}),
        supplier_id: Number(supplier),
        name: name.trim(),
        contract_days: Number(days),
        // Files that are read with the layout later must have the headings of this one.
        definition: { ...layout, ...(headings.length > 0 ? { headings: headings.slice(0, LAYOUT_COLUMNS_MOST) } : {}) },
      });
      draft.end();
      notify.success(`${stored ? 'Edit' : 'Create'} Successfully: ${name.trim()}`);
      saved();
    });
  // The kinds of a file's charges are chosen one after another, each of which changes the layout.
  const found = counted && readsSameCharges(counted.by, layout) ? counted.counts.unmapped : [];
  const names = [...new Set([...Object.keys(layout.kinds), ...found.map(([charge]) => chargeName(charge))])];
  return (
    <EnteredDialog
      title={stored ? `Edit layout ${stored.name}` : 'Create layout'}
      busy={busy !== null}
      applying={busy === SAVING}
      entered={entered}
      onClose={close}
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
          <SupplierChoice
            suppliers={suppliers.data?.list ?? null}
            value={supplier}
            onChange={value => change({ supplier: value })}
          />
          <LabelledField label="Layout name">
            {id => <Input id={id} value={name} maxLength={100} onChange={(_, data) => change({ name: data.value })} />}
          </LabelledField>
          <LabelledField label="Days to dispute">
            {id => (
              <Input
                id={id}
                inputMode="numeric"
                value={days}
                maxLength={3}
                onChange={(_, data) => change({ days: data.value })}
              />
            )}
          </LabelledField>
          {/* Before the draft is restored, the roles guessed from a file would replace those that it contains. */}
          {draft.opened && (
            <FileField
              label="Sample file from the supplier"
              onFiles={([file]) => {
                if (file) void show(file);
              }}
            />
          )}
        </LayoutFields>
        <LayoutSettings
          layout={layout}
          change={next => {
            // Other charges have different roles.
            if (next.charges.as !== layout.charges.as) setChosen(null);
            change({ layout: next });
            // Another separator or encoding splits the file into other cells.
            if (file && (next.separator !== layout.separator || next.encoding !== layout.encoding))
              void show(file, next);
          }}
        />
        {rows.length === 0 ? (
          <p className={styles.hint}>
            {fileName !== '' && file === null ? `Choose ${fileName} again, or another file,` : 'Choose a file'} to see
            its first rows and assign a role to each column.
          </p>
        ) : (
          <LayoutColumns
            layout={layout}
            rows={rows}
            uses={uses}
            onUse={(column, use) => {
              const next = withUse(uses, column, use);
              setChosen(next);
              change({ layout: withUses(layout, next, headings) });
            }}
          />
        )}
        {otherHeadings !== null && <p className={styles.hint}>{otherHeadings}</p>}
        {(rows.length > 0 || isEntered) && busy === null && missing !== null && (
          <p className={rows.length > 0 && wrong !== null ? styles.problem : styles.hint}>{missing}</p>
        )}
        {busy !== null && <Spinner size="tiny" label={`${busy} ...`} labelPosition="after" />}
        {counts && <BillCountsView counts={counts} />}
        {names.length > 0 && (
          <ChargeKinds
            names={names}
            kinds={layout.kinds}
            onChange={kinds => change({ layout: { ...layout, kinds } })}
          />
        )}
        {problem !== null && <ProblemText>{problem}</ProblemText>}
      </div>
    </EnteredDialog>
  );
}
