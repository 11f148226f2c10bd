import { Button, Input } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { CallOutput } from '../../contract/call.ts';
import { addCredit, listLayouts } from '../../contract/reconOwn.ts';
import { readDay } from '../../domain/calendarDay.ts';
import { countText } from '../../domain/import/countsText.ts';
import { chargesTotal } from '../../domain/recon/charges.ts';
import { ID_LIST_MOST } from '../../domain/recon/bill.ts';
import { isBlankRow } from '../../domain/recon/billCells.ts';
import { readLayoutRow, rowsAhead } from '../../domain/recon/layout.ts';
import { readLayoutDefinition } from '../../domain/recon/layoutText.ts';
import { ExcelClient } from '../../sync/excelClient/client.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useChange } from '../../sync/hooks/useChange.ts';
import { EnteredDialog } from '../../ui/form/EnteredDialog.tsx';
import { useEntered } from '../../ui/form/useEntered.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import { DISPUTE_LABELS } from '../../domain/recon/dispute.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { DayField, FileField, FilesAgain, LayoutChoice } from './fields.tsx';
import { LabelledField, MoneyCell, moneyText, ProblemText, ReconBody, useReconStyles } from './parts.tsx';
import { openLayoutFile } from './readFile.ts';
import { errorText } from '../../domain/errorText.ts';

type Result = CallOutput<typeof addCredit>;

/** Parses a credit note with the supplier's layout and offsets it against the disputed parcels. */
export function CreditDialog({ close }: { close: () => void }) {
  const styles = useReconStyles();
  const facts = useFactStyles();
  const send = useChange();
  const layouts = useAdministration(listLayouts, {});
  const entered = useEntered('recon.disputes/credit', { layoutId: '', noteNo: '', day: '', fileName: '' });
  const { change, draft } = entered;
  const { layoutId, noteNo, day, fileName } = entered.values;
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [currency, setCurrency] = useState('');
  const [result, setResult] = useState<Result | null>(null);
  const excel = useRef<ExcelClient | null>(null);
  useEffect(() => () => excel.current?.cancel(), []);
  const layout = layouts.data?.list.find(({ id }) => String(id) === layoutId);
  const apply = async () => {
    const definition = layout ? readLayoutDefinition(layout.definition) : null;
    if (!layout || !definition || !file) return;
    setBusy(true);
    setProblem(null);
    try {
      excel.current = new ExcelClient();
      const opened = await openLayoutFile(excel.current, file, definition);
      if (opened.rows > ID_LIST_MOST) throw new Error(`${file.name} has more than ${ID_LIST_MOST} rows. Split it.`);
      const lines: { tracking: string; amount: string }[] = [];
      const currencies = new Set<string>();
      for (const { number, cells } of await opened.slice(0, opened.rows)) {
        if (number <= rowsAhead(definition) || isBlankRow(cells)) continue;
        const read = readLayoutRow(definition, cells, number);
        if ('problem' in read) throw new Error(`Row ${number}: ${read.problem}`);
        currencies.add(read.currency);
        lines.push({ tracking: read.tracking || read.reference, amount: String(chargesTotal(read.charges)) });
      }
      if (lines.length === 0) throw new Error(`${file.name} has no row that this layout can read.`);
      const [currency = '', ...others] = currencies;
      if (others.length > 0)
        throw new Error(
          `${file.name} has amounts in ${[...currencies].join(' and ')}. Split it, and read a credit note for each currency.`,
        );
      if (currency === '')
        throw new Error(`${file.name} does not state a currency. Set one in the layout or add one to the file.`);
      setCurrency(currency);
      const offset = await send(addCredit, {
        supplier_id: layout.supplier_id,
        note_no: noteNo.trim(),
        day: readDay(day) ?? '',
        currency,
        lines,
      });
      draft.end();
      setResult(offset);
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  if (result)
    return (
      <InfoDialog title="Read credit note" wide onClose={close}>
        <div className={styles.column}>
          <p aria-live="polite" className={styles.hint}>
            {`${moneyText(result.matched, currency)} of ${moneyText(result.amount, currency)} was offset against contested parcels. `}
            {result.unmatched.length === 0
              ? ''
              : `${countText(result.unmatched.length, 'line')} not offset, because the parcel is not disputed or is credited in full: ${result.unmatched
                  .slice(0, 5)
                  .map(({ tracking }) => tracking)
                  .join(', ')}.`}
          </p>
          <table className={facts.table} aria-label="Disputes">
            <FactHead labels={['Dispute', 'State', 'Recovered', 'Open']} numbers={['Recovered', 'Open']} />
            <tbody>
              {result.disputes.map(row => (
                <tr key={row.id}>
                  <td className={facts.cell}>{row.id}</td>
                  <td className={facts.cell}>{DISPUTE_LABELS[row.state]}</td>
                  <MoneyCell amount={row.recovered} currency={row.currency} className={facts.cell} />
                  <MoneyCell amount={row.open} currency={row.currency} className={facts.cell} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </InfoDialog>
    );
  return (
    <EnteredDialog
      title="Read credit note"
      busy={busy}
      applying={busy}
      entered={entered}
      onClose={close}
      actions={
        <Button
          appearance="primary"
          disabled={busy || !layout || !file || noteNo.trim() === '' || readDay(day) === null}
          onClick={() => void apply()}
        >
          Apply
        </Button>
      }
    >
      <ReconBody read={layouts}>
        {({ list }) => (
          <div className={styles.column}>
            <div className={styles.bar}>
              <LayoutChoice layouts={list} value={layoutId} onChange={value => change({ layoutId: value })} />
              <LabelledField label="Credit note number">
                {id => (
                  <Input id={id} value={noteNo} maxLength={64} onChange={(_, data) => change({ noteNo: data.value })} />
                )}
              </LabelledField>
              <DayField label="Day" value={day} onChange={value => change({ day: value })} />
            </div>
            <FileField
              label="Credit note file"
              onFiles={([chosen]) => {
                setFile(chosen ?? null);
                change({ fileName: chosen?.name ?? '' });
              }}
            />
            {file === null && <FilesAgain names={fileName === '' ? [] : [fileName]} />}
            {problem !== null && <ProblemText>{problem}</ProblemText>}
          </div>
        )}
      </ReconBody>
    </EnteredDialog>
  );
}
