import { Button, Input } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { submitBill, type BillRow } from '../../contract/recon.ts';
import { listLayouts } from '../../contract/reconOwn.ts';
import { readDay } from '../../domain/calendarDay.ts';
import { formatDate } from '../../domain/format.ts';
import { billDayProblem } from '../../domain/recon/bill.ts';
import { readLayoutDefinition } from '../../domain/recon/layoutText.ts';
import { uploadFile } from '../../sync/actions/uploadFile.ts';
import { ExcelClient } from '../../sync/excelClient/client.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useChange } from '../../sync/hooks/useChange.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { EnteredDialog } from '../../ui/form/EnteredDialog.tsx';
import { useEntered } from '../../ui/form/useEntered.ts';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { PageLink } from '../shared/PageLink.tsx';
import { BillCountsView } from './BillCountsView.tsx';
import { DayField, FileField, FilesAgain, LayoutChoice } from './fields.tsx';
import { LabelledField, ProblemText, ReconBody, useReconStyles } from './parts.tsx';
import { LAYOUTS_PATH } from './paths.ts';
import { countBill, openLayoutFile, type BillCounts } from './readFile.ts';
import { useLatestRun } from './useLatestRun.ts';

/**
 * Submits a bill: its files are parsed and validated here with the supplier's layout before they are uploaded (REC-11).
 */
export function SubmitBill({ close, refresh }: ListDialogProps<BillRow>) {
  const styles = useReconStyles();
  const { client, entity } = useSync();
  const send = useChange();
  const { notify, online, timeZone } = useUi();
  const layouts = useAdministration(listLayouts, {});
  const entered = useEntered('recon.bills/submit', {
    layoutId: '',
    billNo: '',
    billDay: '',
    fileNames: [] as string[],
  });
  const { change, draft } = entered;
  const { layoutId, billNo, billDay, fileNames } = entered.values;
  const [files, setFiles] = useState<readonly File[]>([]);
  const [checked, setChecked] = useState<readonly { name: string; counts: BillCounts }[]>([]);
  const { step, problem, run } = useLatestRun<{ words: string; share: number; applying?: true }>();
  const excel = useRef<ExcelClient | null>(null);
  const ending = useRef(new AbortController());
  /** Addresses of the uploaded files, so that a repeated submission is the same call. */
  const uploaded = useRef(new Map<File, string>());
  useEffect(
    () => () => {
      excel.current?.cancel();
      ending.current.abort();
    },
    [],
  );
  const layout = layouts.data?.list.find(({ id }) => String(id) === layoutId);
  const definition = layout ? readLayoutDefinition(layout.definition) : null;

  const check = (chosen: readonly File[], by = definition) =>
    run(async (show, isLatest) => {
      setFiles(chosen);
      change({ fileNames: chosen.map(({ name }) => name) });
      setChecked([]);
      if (!by) return;
      const found: { name: string; counts: BillCounts }[] = [];
      for (const file of chosen) {
        excel.current?.cancel();
        excel.current = new ExcelClient();
        show({ words: `Reading ${file.name}`, share: 0 });
        const opened = await openLayoutFile(excel.current, file, by);
        const counts = await countBill(opened, by, share => show({ words: `Reading ${file.name}`, share }));
        if (!isLatest()) return;
        found.push({ name: file.name, counts });
      }
      setChecked(found);
    });
  const submit = () =>
    run(async show => {
      if (!layout) return;
      const url: string[] = [];
      for (const file of files) {
        const progress = (bytes: number) =>
          show({ words: `Uploading ${file.name}`, share: bytes / Math.max(1, file.size), applying: true });
        // Before the first bytes have arrived, which takes long without a network, the bill must not be submitted again.
        progress(0);
        const address =
          uploaded.current.get(file) ?? (await uploadFile(client, entity, file, progress, ending.current.signal));
        uploaded.current.set(file, address);
        url.push(address);
      }
      show({ words: 'Submitting the bill', share: 1, applying: true });
      const params = {
        supplier_id: layout.supplier_id,
        layout_id: layout.id,
        bill_no: billNo.trim(),
        bill_day: readDay(billDay),
      };
      await send(submitBill, { url, business_params: JSON.stringify(params) });
      draft.end();
      notify.success(`Bill ${billNo.trim()} was submitted. Its parcels are compared in the background.`);
      refresh();
      close();
    });
  const rows = checked.reduce((sum, { counts }) => sum + counts.rows, 0);
  const day = readDay(billDay);
  const today = formatDate(Math.floor(client.env.clock.now() / 1000), timeZone);
  const dayProblem = day === null ? null : billDayProblem(day, today);
  const isReady =
    layout &&
    billNo.trim() !== '' &&
    day !== null &&
    dayProblem === null &&
    checked.length > 0 &&
    rows > 0 &&
    step === null;
  return (
    <EnteredDialog
      title="Submit bill"
      busy={step !== null}
      // What is typed after Submit would not be sent. A file that is being read may be replaced.
      applying={step?.applying === true}
      entered={entered}
      onClose={close}
      actions={
        <Button appearance="primary" disabled={!isReady} onClick={() => void submit()}>
          Submit
        </Button>
      }
    >
      <ReconBody read={layouts}>
        {({ list }) =>
          list.length === 0 ? (
            <p className={styles.hint}>
              No supplier has a layout yet, so no file can be read.{' '}
              <PageLink href={LAYOUTS_PATH}>Create a layout</PageLink> first.
            </p>
          ) : (
            <div className={styles.column}>
              <div className={styles.bar}>
                <LayoutChoice
                  layouts={list}
                  value={layoutId}
                  onChange={value => {
                    change({ layoutId: value });
                    const next = list.find(({ id }) => String(id) === value);
                    if (files.length > 0) void check(files, next ? readLayoutDefinition(next.definition) : null);
                  }}
                />
                <LabelledField label="Bill number">
                  {id => (
                    <Input
                      id={id}
                      value={billNo}
                      maxLength={64}
                      onChange={(_, data) => change({ billNo: data.value })}
                    />
                  )}
                </LabelledField>
                <DayField label="Bill day" value={billDay} onChange={value => change({ billDay: value })} />
              </div>
              {/* Files are checked with the layout, which the draft may contain. */}
              {draft.opened && (
                <FileField
                  label="Bill files (several files form one bill)"
                  multiple
                  onFiles={chosen => void check(chosen)}
                />
              )}
              {files.length === 0 && <FilesAgain names={fileNames} />}
              {dayProblem !== null && <p className={styles.problem}>Bill day {dayProblem}.</p>}
              {files.length > 0 && !definition && <p className={styles.hint}>Choose a layout to check the files.</p>}
              {step !== null && (
                <div>
                  <p aria-live="polite" className={styles.hint}>
                    {step.words}
                    {!online && '. The server cannot be reached; this continues as soon as it can.'}
                  </p>
                  <ProgressBar value={step.share} aria-label={step.words} />
                </div>
              )}
              {checked.map(({ name, counts }) => (
                <section key={name} aria-label={name}>
                  <h3 className={styles.heading}>{name}</h3>
                  <BillCountsView counts={counts} />
                </section>
              ))}
              {checked.length > 0 && rows === 0 && (
                <p className={styles.problem}>
                  No row can be read with this layout. Choose another one, or change it on the page Layouts.
                </p>
              )}
              {problem !== null && <ProblemText>{problem}</ProblemText>}
            </div>
          )
        }
      </ReconBody>
    </EnteredDialog>
  );
}
