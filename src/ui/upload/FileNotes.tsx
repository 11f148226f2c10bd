import { useId } from 'react';
import { Button, Select } from '@fluentui/react-components';
import { WarningRegular } from '@fluentui/react-icons';
import { chosenText, fileNotes, namesText } from './fileNotes.ts';
import { countedOf } from './fileState.ts';
import type { UploadCheck, UploadColumn, UploadFile } from './uploadTypes.ts';
import { useUploadStyles } from './uploadStyles.ts';

interface FileNotesProps {
  file: UploadFile;
  /** The result of the validation; null until it has run. */
  check: Pick<UploadCheck, 'byFile'> | null;
  columns: readonly UploadColumn[];
  disabled: boolean;
  onSheet: (sheet: number) => void;
  /** Discards the remembered column mapping. */
  onForget: () => void;
  /** Asks again which of the columns with the same header to use. */
  onForgetColumns: () => void;
  /** Asks again for the encoding of a text file. */
  onForgetEncoding: () => void;
}

/**
 * Describes how a file is read: its sheet, if there are several, and columns that were mapped by the person, duplicated
 * or ignored.
 */
export function FileNotes({
  file,
  check,
  columns,
  disabled,
  onSheet,
  onForget,
  onForgetColumns,
  onForgetEncoding,
}: FileNotesProps) {
  const upload = useUploadStyles();
  const id = useId();
  const notes = fileNotes(file, columns, countedOf(file, check)?.otherNames);
  if (!notes) return null;
  const { sheet, chosen, leftOut, counts, hidden, merged, otherNames, encoding } = notes;
  return (
    <>
      {sheet && (
        <>
          <p className={sheet.important ? upload.warning : upload.quiet}>
            {sheet.important && <WarningRegular className={upload.icon} aria-hidden />}
            <span>{sheet.text}</span>
          </p>
          <div className={upload.line}>
            <label htmlFor={id}>Sheet</label>
            <Select
              id={id}
              size="small"
              aria-label={`Sheet of ${file.name}`}
              value={String(sheet.at)}
              disabled={disabled}
              onChange={(_, { value }) => onSheet(Number(value))}
            >
              {file.opened?.sheets.map(({ name }, at) => (
                <option key={name} value={at}>
                  {name}
                </option>
              ))}
            </Select>
          </div>
        </>
      )}
      {[hidden, merged, otherNames].map(
        text =>
          text !== null && (
            <p key={text} className={upload.warning}>
              <WarningRegular className={upload.icon} aria-hidden />
              <span>{text}</span>
            </p>
          ),
      )}
      {encoding !== null && (
        <div className={upload.line}>
          <span className={upload.quiet}>{encoding}</span>
          <Button size="small" appearance="subtle" disabled={disabled} onClick={onForgetEncoding}>
            Choose the encoding again
          </Button>
        </div>
      )}
      {counts !== null && (
        <div className={upload.line}>
          <span className={upload.quiet}>{counts}</span>
          <Button size="small" appearance="subtle" disabled={disabled} onClick={onForgetColumns}>
            Choose the column again
          </Button>
        </div>
      )}
      {chosen.length > 0 && (
        <div className={upload.line}>
          <span className={upload.quiet}>{chosenText(chosen)}</span>
          <Button size="small" appearance="subtle" disabled={disabled} onClick={onForget}>
            Choose the columns again
          </Button>
        </div>
      )}
      {leftOut.length > 0 && <p className={upload.quiet}>Not imported: {namesText(leftOut)}.</p>}
    </>
  );
}
