import { Button, ProgressBar, Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleRegular, DeleteRegular, DocumentTableRegular, ErrorCircleFilled } from '@fluentui/react-icons';
import { FileNotes } from './FileNotes.tsx';
import { sizeText } from './takeFiles.ts';
import type { UploadColumn, UploadFile } from './uploadTypes.ts';
import { useUploadStyles } from './uploadStyles.ts';

const useStyles = makeStyles({
  item: { display: 'flex', alignItems: 'flex-start', gap: tokens.spacingHorizontalS },
  kind: { flexShrink: 0, fontSize: tokens.fontSizeBase600, color: tokens.colorNeutralForeground2 },
  /** In line with the button beside it. */
  read: { color: tokens.colorStatusSuccessForeground1, marginTop: '4px' },
  bar: { marginTop: tokens.spacingVerticalXS },
});

const rowsText = (rows: number): string => `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;

/** What a file is at, in words. */
export function stateText({ state, report, rows, file, matched }: UploadFile): string {
  const size = sizeText(file.size);
  // What stands above the headers is none of its rows.
  if (state === 'read') return `${size}, ${rowsText(Math.max(0, rows - 1 - (matched?.match.row ?? 0)))}`;
  if (state === 'mapping') return `${size}, its columns need you`;
  if (state === 'problem') return size;
  if (state === 'waiting') return `${size}, waiting to be read`;
  if (!report || report.totalBytes === 0) return `${size}, reading`;
  const share = Math.min(100, Math.floor((100 * report.bytes) / report.totalBytes));
  return `${size}, reading: ${rowsText(report.rows)}, ${share}%`;
}

interface FileListProps {
  files: readonly UploadFile[];
  columns: readonly UploadColumn[];
  disabled: boolean;
  onSheet: (name: string, sheet: number) => void;
  /** Forgets what was chosen for headers before. */
  onForget: (name: string) => void;
  onRemove: (name: string) => void;
}

/** The chosen files with what each is at; any of them can be taken away (UPLOAD-3). */
export function FileList({ files, columns, disabled, onSheet, onForget, onRemove }: FileListProps) {
  const styles = useStyles();
  const upload = useUploadStyles();
  return (
    <ul className={upload.list} aria-label="Files">
      {files.map(file => (
        <li key={file.name} className={mergeClasses(upload.card, styles.item)}>
          <DocumentTableRegular className={styles.kind} aria-hidden />
          <div className={upload.grow}>
            <div className={upload.name}>{file.name}</div>
            <div className={mergeClasses(upload.quiet, upload.figures)}>{stateText(file)}</div>
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
                columns={columns}
                disabled={disabled}
                onSheet={sheet => onSheet(file.name, sheet)}
                onForget={() => onForget(file.name)}
              />
            )}
          </div>
          {file.state === 'reading' && <Spinner size="tiny" aria-hidden />}
          {file.state === 'read' && (
            <CheckmarkCircleRegular className={mergeClasses(upload.icon, styles.read)} aria-hidden />
          )}
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
