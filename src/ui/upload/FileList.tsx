import { Button, Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircleRegular,
  DeleteRegular,
  DocumentTableRegular,
  ErrorCircleFilled,
  ErrorCircleRegular,
} from '@fluentui/react-icons';
import { FileNotes } from './FileNotes.tsx';
import { stateText, verdictOf } from './fileState.ts';
import type { UploadCheck, UploadColumn, UploadFile } from './uploadTypes.ts';
import { useUploadStyles } from './uploadStyles.ts';
import { ProgressBar } from '../ProgressBar.tsx';

const useStyles = makeStyles({
  item: { display: 'flex', alignItems: 'flex-start', gap: tokens.spacingHorizontalS },
  kind: { flexShrink: 0, fontSize: tokens.fontSizeBase600, color: tokens.colorNeutralForeground2 },
  /** Aligned with the button next to it. */
  verdict: { marginTop: '4px', '@media (max-width: 639px)': { marginTop: '12px' } },
  good: { color: tokens.colorStatusSuccessForeground1 },
  wrong: { color: tokens.colorStatusDangerForeground1 },
  bar: { marginTop: tokens.spacingVerticalXS },
});

interface FileListProps {
  files: readonly UploadFile[];
  /** The result of the validation; null until it has run. */
  check: UploadCheck | null;
  columns: readonly UploadColumn[];
  disabled: boolean;
  onSheet: (name: string, sheet: number) => void;
  /** Discards the remembered column mapping. */
  onForget: (name: string) => void;
  onForgetColumns: (name: string) => void;
  onForgetEncoding: (name: string) => void;
  onRemove: (name: string) => void;
}

/** An icon that repeats the file's status text. */
function Verdict({ verdict }: { verdict: ReturnType<typeof verdictOf> }) {
  const styles = useStyles();
  const upload = useUploadStyles();
  if (verdict === null) return null;
  const Icon = verdict === 'good' ? CheckmarkCircleRegular : ErrorCircleRegular;
  return <Icon className={mergeClasses(upload.icon, styles.verdict, styles[verdict])} aria-hidden />;
}

/** The selected files with their status; each one can be removed (UPLOAD-3). */
export function FileList({
  files,
  check,
  columns,
  disabled,
  onSheet,
  onForget,
  onForgetColumns,
  onForgetEncoding,
  onRemove,
}: FileListProps) {
  const styles = useStyles();
  const upload = useUploadStyles();
  return (
    <ul className={upload.list} aria-label="Files">
      {files.map(file => (
        <li key={file.name} className={mergeClasses(upload.card, styles.item)}>
          <DocumentTableRegular className={styles.kind} aria-hidden />
          <div className={upload.grow}>
            <div className={upload.name}>{file.name}</div>
            <div className={mergeClasses(upload.quiet, upload.figures)}>{stateText(file, check)}</div>
            {file.state === 'reading' && (
              <ProgressBar
                className={styles.bar}
                aria-label={`Reading ${file.name}`}
                {...(file.report && file.report.totalBytes > 0
                  ? { value: Math.min(1, file.report.bytes / file.report.totalBytes) }
                  : {})}
              />
            )}
            {file.problem !== null && (
              <p className={upload.error} role="alert">
                <ErrorCircleFilled className={upload.icon} aria-hidden />
                {file.problem}
              </p>
            )}
            {file.state === 'read' && (
              <FileNotes
                file={file}
                check={check}
                columns={columns}
                disabled={disabled}
                onSheet={sheet => onSheet(file.name, sheet)}
                onForget={() => onForget(file.name)}
                onForgetColumns={() => onForgetColumns(file.name)}
                onForgetEncoding={() => onForgetEncoding(file.name)}
              />
            )}
          </div>
          {file.state === 'reading' && <Spinner size="tiny" aria-hidden />}
          <Verdict verdict={verdictOf(file, check)} />
          <Button
            size="small"
            appearance="subtle"
            icon={<DeleteRegular />}
            aria-label={`Remove ${file.name}`}
            disabled={disabled}
            onClick={() => onRemove(file.name)}
          />
        </li>
      ))}
    </ul>
  );
}
