import { useId, type CSSProperties } from 'react';
import { Button, DialogContent, mergeClasses } from '@fluentui/react-components';
import { ArrowDownloadRegular, ErrorCircleFilled, WarningRegular } from '@fluentui/react-icons';
import { BATCH_NAME_MOST } from '../../domain/import/batch.ts';
import { PlainInput } from '../PlainInput.tsx';
import { FileDrop } from './FileDrop.tsx';
import { FileList } from './FileList.tsx';
import { FileSteps } from './FileSteps.tsx';
import { ImportGuide } from './ImportGuide.tsx';
import { applyText, failedText } from './previewTexts.ts';
import { Preview } from './Preview.tsx';
import { SubmissionPanel } from './SubmissionPanel.tsx';
import { leftText } from './takeFiles.ts';
import { whatHolds } from './uploadState.ts';
import { useUploadStyles } from './uploadStyles.ts';
import type { UploadDialogProps } from './uploadTypes.ts';
import type { UploadDoing } from './useUploadDialog.ts';

/** The explanation of the rows is placed below their list; shorter lists keep both in view. */
const SHORTER_LISTS = { '--list-most': '26vh' } as CSSProperties;

interface UploadContentProps extends UploadDialogProps {
  doing: Pick<UploadDoing, 'result' | 'busy' | 'problem' | 'choose' | 'remove'>;
}

/** The files of an import, their errors, and the changes that they would make. */
export function UploadContent(props: UploadContentProps) {
  const { state, engine, submission, multiple, Consequence } = props;
  const { result, busy, problem, choose, remove } = props.doing;
  const upload = useUploadStyles();
  const batchField = useId();
  const { files } = state;
  const mapping = files.find(file => file.state === 'mapping');
  const hint = whatHolds(state);
  const does = state.check && applyText(state.check, state.compare);
  const loses = state.compare?.overwrite?.loses ?? null;
  return (
    <DialogContent className={upload.content} {...(Consequence ? { style: SHORTER_LISTS } : {})}>
      <div className={mergeClasses(upload.line, upload.spread)}>
        <p className={upload.quiet}>Excel, OpenDocument or CSV, under 30 MB{multiple && ' each'}</p>
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
          Your unfinished import was restored
          <Button size="small" appearance="subtle" disabled={busy} onClick={() => void engine.discard()}>
            Discard draft
          </Button>
        </output>
      )}
      {files.length === 0 && <ImportGuide columns={props.columns} action={props.action} byNames={props.byNames} />}
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
          onRemove={remove}
        />
      )}
      <FileDrop
        multiple={multiple}
        small={files.length > 0}
        disabled={busy || (!multiple && files.length > 0)}
        onFiles={choose}
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
  );
}
