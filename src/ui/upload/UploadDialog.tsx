import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentType,
  type CSSProperties,
  type MouseEvent,
  type Ref,
} from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Spinner,
  mergeClasses,
} from '@fluentui/react-components';
import { ArrowDownloadRegular, ErrorCircleFilled, WarningRegular } from '@fluentui/react-icons';
import { BATCH_NAME_MOST } from '../../domain/import/batch.ts';
import { failureText } from '../form/failureText.ts';
import { PlainInput } from '../PlainInput.tsx';
import { useFocusReturn } from '../useFocusReturn.ts';
import { useLeaveGuard } from '../useLeaveGuard.ts';
import { FileDrop } from './FileDrop.tsx';
import { FileList } from './FileList.tsx';
import { FileSteps } from './FileSteps.tsx';
import { ImportGuide } from './ImportGuide.tsx';
import { applyText, failedText } from './previewTexts.ts';
import { Preview } from './Preview.tsx';
import { SubmissionPanel } from './SubmissionPanel.tsx';
import { leftText, takeFiles, type Taken } from './takeFiles.ts';
import { againLabel, canApply, changesAny, whatHolds, whyNot } from './uploadState.ts';
import type { Submission, UploadColumn, UploadConsequenceProps, UploadEngine, UploadState } from './uploadTypes.ts';
import { ApplyQuestion, DiscardQuestion } from './uploadQuestions.tsx';
import { useDropGuard } from './useDropGuard.ts';
import { FOCUSED_FIRST, useFocusKept } from './useFocusKept.ts';
import { useUploadStyles } from './uploadStyles.ts';

/** The explanation of the rows is below their list; shorter lists keep both in view. */
const SHORTER_LISTS = { '--list-most': '26vh' } as CSSProperties;

interface UploadDialogProps {
  title: string;
  /** Address of the template (UPLOAD-8). */
  templateHref: string;
  /** Called on a click on the link of a file: the template's, or a detail file's. */
  onDownload: (event: MouseEvent<HTMLElement>, url: string) => void;
  columns: readonly UploadColumn[];
  /** Key of the column that says what to do with each row. */
  action: string | undefined;
  /** Columns that names may replace. */
  byNames: readonly string[];
  /** Whether the import is of serviceable areas, for which the documents define the error messages (UPLOAD-17). */
  addresses: boolean;
  /** Name of the batch, which the person may change; null if imports of the kind have none. */
  batch: { name: string; onName: (name: string) => void } | null;
  /** The question and the note of a replacing import before it overwrites; null for any other import. */
  overwrite: { question: string; note: string | null } | null;
  /** The question of any other import before its changes are applied; null if there is none. */
  question: string | null;
  /** The import takes several files (UPLOAD-5). */
  multiple: boolean;
  /** Explains the compared rows, above the buttons. */
  Consequence?: ComponentType<UploadConsequenceProps> | undefined;
  state: UploadState;
  engine: UploadEngine;
  submission: Submission | null;
  /**
   * Starts the import; the owner then shows its progress by `submission`, or closes the dialog. A rejection is shown.
   */
  onApply: () => Promise<void>;
  /** Applies it without the records that colleagues changed; for a review. */
  onLeave: () => Promise<void>;
  /** Checks and compares again what was not applied; choices and corrections are kept. A rejection is shown. */
  onCompareAgain: () => Promise<void>;
  /** Lets the import continue in the background while the dialog is closed. */
  onBackground: () => void;
  onClose: () => void;
}

const NO_RESULT: Omit<Taken<File>, 'take'> = { warning: null, error: null, left: [] };

/**
 * The dialog of an import: files are chosen, read, checked and compared before a byte is sent; then Apply sends them
 * (UPLOAD-1 to UPLOAD-7). While a row is known to be wrong, Apply is disabled, and the dialog says why.
 */
export function UploadDialog(props: UploadDialogProps) {
  const { state, engine, submission, multiple, Consequence } = props;
  const upload = useUploadStyles();
  const batchField = useId();
  useFocusReturn();
  useDropGuard();
  const [result, setResult] = useState<Omit<Taken<File>, 'take'>>(NO_RESULT);
  const [preparing, setPreparing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // What happens after the person agrees to discard the import.
  const [asking, setAsking] = useState<{ goOn?: () => void } | null>(null);
  /** Whether the question before the import is open. */
  const [confirming, setConfirming] = useState(false);
  const { files } = state;
  const moving = submission?.state === 'sending' || submission?.state === 'applying';
  const busy = preparing || moving;
  // Once no row is wrong, the result of the comparison replaces the list of errors.
  const changing = state.busy === 'checking' || (state.busy === 'comparing' && state.check?.wrongRows === 0);
  const surface = useFocusKept(busy || changing);
  const refused = canApply(state) ? whyNot(state) : null;
  const problem = failure ?? refused;
  const hint = whatHolds(state);
  const does = state.check && applyText(state.check, state.compare);
  const loses = state.compare?.overwrite?.loses ?? null;
  // The question waits for the comparison, which tells what would be changed or lost.
  const comparing = (props.overwrite !== null || props.question !== null) && state.busy === 'comparing';
  const again = againLabel(state, submission);
  const applyButton = useRef<HTMLButtonElement>(null);
  const justChose = useRef(false);
  const ready = canApply(state) && refused === null && state.busy === null && !busy;
  useEffect(() => {
    // After a person has chosen a valid file, the focus moves to Apply, unless it is elsewhere in the dialog.
    const here = document.activeElement;
    if (!ready || !justChose.current || (here !== surface.current && !here?.matches(FOCUSED_FIRST))) return;
    applyButton.current?.focus();
    justChose.current = false;
  }, [ready, surface]);
  const stays = () => {
    justChose.current = false;
  };
  const mapping = files.find(file => file.state === 'mapping');

  const onFiles = (chosen: readonly File[]) => {
    const { take, ...rest } = takeFiles(
      chosen,
      files.map(({ name }) => name),
      multiple,
    );
    setResult(rest);
    justChose.current = take.length > 0;
    if (take.length > 0) void engine.add(take);
  };
  const run = async (work: () => Promise<void>) => {
    setPreparing(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      // UPLOAD-18
      setFailure(failureText(error));
    } finally {
      setPreparing(false);
    }
  };
  const apply = () => {
    if (refused !== null) return;
    if (props.overwrite || (props.question !== null && changesAny(state.compare))) setConfirming(true);
    else void run(props.onApply);
  };
  const confirmed = () => {
    setConfirming(false);
    void run(props.onApply);
  };
  const leave = () => {
    if (busy) return;
    if (state.fixes > 0) setAsking({});
    else void engine.discard().then(props.onClose);
  };
  useLeaveGuard(goOn => {
    if (preparing) return true;
    if (moving) props.onBackground();
    else if (files.length > 0) setAsking({ goOn });
    else props.onClose();
    return !moving && files.length > 0;
  });

  return (
    <Dialog open modalType="modal" onOpenChange={(_, data) => !data.open && leave()} surfaceMotion={null}>
      <DialogSurface
        ref={surface as Ref<never>}
        tabIndex={-1}
        className={upload.surface}
        backdropMotion={null}
        onKeyDownCapture={stays}
        onPointerDownCapture={stays}
      >
        <DialogBody className={upload.body}>
          <DialogTitle>{props.title}</DialogTitle>
          <DialogContent className={upload.content} {...(Consequence ? { style: SHORTER_LISTS } : {})}>
            <div className={mergeClasses(upload.line, upload.spread)}>
              <p className={upload.quiet}>Excel, OpenDocument or CSV, below 30 MB{multiple && ' each'}</p>
              <Button
                as="a"
                className={upload.begins}
                size="small"
                appearance="subtle"
                icon={<ArrowDownloadRegular />}
                href={props.templateHref}
                target="_blank"
                rel="noreferrer"
                onClick={event => props.onDownload(event, props.templateHref)}
              >
                Download template
              </Button>
            </div>
            {props.overwrite?.note && (
              <p className={upload.warning}>
                <WarningRegular className={upload.icon} aria-hidden />
                {props.overwrite.note}
              </p>
            )}
            {state.restored && files.length > 0 && (
              <output className={upload.line}>
                Restored the import you had started
                <Button size="small" appearance="subtle" disabled={busy} onClick={() => void engine.discard()}>
                  Discard draft
                </Button>
              </output>
            )}
            {files.length === 0 && (
              <ImportGuide columns={props.columns} action={props.action} byNames={props.byNames} />
            )}
            {files.length > 0 && props.batch && (
              <div className={upload.batch}>
                <label htmlFor={batchField}>Batch Name</label>
                <PlainInput
                  id={batchField}
                  value={props.batch.name}
                  maxLength={BATCH_NAME_MOST}
                  disabled={busy}
                  onText={props.batch.onName}
                />
              </div>
            )}
            {files.length > 0 && (
              <FileList
                files={files}
                check={state.check}
                columns={props.columns}
                disabled={busy}
                onSheet={(name, sheet) => void engine.chooseSheet(name, sheet)}
                onForget={name => void engine.forgetMapping(name)}
                onForgetEncoding={name => void engine.chooseEncoding(name, null)}
                onForgetColumns={name => void engine.forgetColumns(name)}
                onRemove={name => {
                  // What was reported about the previous files no longer applies.
                  setResult(NO_RESULT);
                  void engine.remove(name);
                }}
              />
            )}
            <FileDrop
              multiple={multiple}
              small={files.length > 0}
              disabled={busy || (!multiple && files.length > 0)}
              onFiles={onFiles}
            />
            {result.warning !== null && (
              <p className={upload.warning} role="alert">
                <WarningRegular className={upload.icon} aria-hidden />
                {result.warning}
              </p>
            )}
            {result.error !== null && (
              <p className={upload.error} role="alert">
                <ErrorCircleFilled className={upload.icon} aria-hidden />
                {result.error}
              </p>
            )}
            {result.left.length > 0 && <p className={upload.quiet}>{leftText(result.left)}</p>}
            <FileSteps files={files} columns={props.columns} engine={engine} />
            {submission && (
              <SubmissionPanel submission={submission} addresses={props.addresses} onDownload={props.onDownload} />
            )}
            {files.length > 0 && !mapping && state.check?.rows !== 0 && (
              <Preview state={state} engine={engine} addresses={props.addresses} disabled={busy} />
            )}
            {state.failed !== null && (
              <p className={upload.warning} role="alert">
                <WarningRegular className={upload.icon} aria-hidden />
                {failedText(state.failed)}
              </p>
            )}
            {hint !== null && !submission && (
              <output className={upload.warning}>
                <WarningRegular className={upload.icon} aria-hidden />
                {hint}
              </output>
            )}
            {loses !== null && !submission && (
              <output className={upload.warning}>
                <WarningRegular className={upload.icon} aria-hidden />
                {loses}
              </output>
            )}
            {Consequence && state.compare && !submission && <Consequence state={state} engine={engine} />}
            {does !== null && !submission && <output className={upload.quiet}>{does}</output>}
            {problem !== null && (
              <p className={mergeClasses(upload.error, upload.answer)} role="alert">
                <ErrorCircleFilled className={upload.icon} aria-hidden />
                {problem}
              </p>
            )}
          </DialogContent>
          <DialogActions className={upload.actions}>
            <Button
              ref={applyButton as Ref<never>}
              appearance="primary"
              disabled={busy || comparing || !canApply(state)}
              disabledFocusable={refused !== null}
              {...(refused === null ? {} : { title: refused })}
              {...(busy ? { icon: <Spinner size="tiny" /> } : {})}
              onClick={apply}
            >
              Apply
            </Button>
            {moving && <Button onClick={props.onBackground}>Continue in background</Button>}
            {again !== null && (
              <Button disabled={busy || state.busy !== null} onClick={() => void run(props.onCompareAgain)}>
                {again}
              </Button>
            )}
            {submission?.state === 'review' && submission.total > 0 && (
              <Button disabled={busy} onClick={() => void run(props.onLeave)}>
                Leave theirs
              </Button>
            )}
            <Button disabled={busy} onClick={leave}>
              Cancel
            </Button>
          </DialogActions>
        </DialogBody>
        {confirming && (
          <ApplyQuestion
            overwrite={props.overwrite}
            question={props.question}
            state={state}
            engine={engine}
            onConfirm={confirmed}
            onCancel={() => setConfirming(false)}
          />
        )}
        {asking !== null && (
          <DiscardQuestion
            corrected={state.fixes > 0}
            onConfirm={async () => {
              await engine.discard();
              props.onClose();
              asking.goOn?.();
            }}
            onCancel={() => setAsking(null)}
          />
        )}
      </DialogSurface>
    </Dialog>
  );
}
