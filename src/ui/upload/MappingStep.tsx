import { useId, useState, type ReactNode } from 'react';
import { Button, Select, makeStyles, tokens } from '@fluentui/react-components';
import { WarningRegular } from '@fluentui/react-icons';
import { chosenText, fileNotes, noHeadersText } from './fileNotes.ts';
import { LEAVE_OUT, mappingRows } from './mappingRows.ts';
import type { UploadColumn, UploadFile } from './uploadTypes.ts';
import { useUploadStyles } from './uploadStyles.ts';

interface MappingStepProps {
  file: UploadFile;
  columns: readonly UploadColumn[];
  onMap: (choices: Readonly<Record<string, string | null>>) => void;
  /** Discards the remembered column mapping. */
  onForget: () => void;
  onSheet: (sheet: number) => void;
}

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
  },
  head: { fontWeight: tokens.fontWeightSemibold },
  header: { overflowWrap: 'anywhere' },
});

/**
 * Asks to which of the import's columns a file's column corresponds, if its header matches none. The choice is
 * remembered.
 */
export function MappingStep({ file, columns, onMap, onForget, onSheet }: MappingStepProps) {
  const styles = useStyles();
  const upload = useUploadStyles();
  const id = useId();
  const sheets = file.opened?.sheets ?? [];
  const matched = file.matched;
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  if (!matched) return null;
  const { match } = matched;
  const notes = fileNotes(file, columns);
  const rows = mappingRows(match, columns, choices);
  const apply = () => onMap(Object.fromEntries(rows.map(({ header, value }) => [header, value || null])));
  // Columns already mapped to other headers are not offered again.
  const forgettable = notes && notes.chosen.length + (rows.length === 0 ? notes.leftOut.length : 0) > 0;
  return (
    <section className={styles.root} aria-label={`Columns of ${file.name}`}>
      <p className={upload.warning} role="alert">
        <WarningRegular className={upload.icon} aria-hidden />
        <span>
          {match.row < 0
            ? noHeadersText(file.name, sheets)
            : match.missing.length > 0
              ? `"${file.name}" has no ${match.missing.length === 1 ? 'column' : 'columns'} ${match.missing.map(header => `"${header}"`).join(', ')}.`
              : `"${file.name}" has columns that the import does not recognize.`}
          {rows.length > 0
            ? ' Match the columns; your choice will be remembered.'
            : ` Add ${match.row >= 0 && match.missing.length === 1 ? 'it' : 'them'} to the file and choose the file again, or start from the template.`}
        </span>
      </p>
      {sheets.length > 1 && (
        <div className={upload.line}>
          <label htmlFor={`${id}sheet`}>Sheet</label>
          <Select
            id={`${id}sheet`}
            size="small"
            value={String(matched.sheet)}
            onChange={(_, { value }) => onSheet(Number(value))}
          >
            {sheets.map(({ name }, at) => (
              <option key={name} value={at}>
                {name}
              </option>
            ))}
          </Select>
        </div>
      )}
      {forgettable && (
        <div className={upload.line}>
          {notes.chosen.length > 0 && <span className={upload.quiet}>{chosenText(notes.chosen)}</span>}
          <Button size="small" onClick={onForget}>
            Choose the columns again
          </Button>
        </div>
      )}
      {rows.length > 0 && (
        <>
          <div className={styles.grid}>
            <span className={styles.head}>Column in the file</span>
            <span className={styles.head}>Column in the template</span>
            {rows.map(({ column, header, value, offered }) => (
              <Row key={column} label={header} id={`${id}${column}`}>
                <Select
                  id={`${id}${column}`}
                  size="small"
                  value={value}
                  onChange={(_, data) => setChoices({ ...choices, [header]: data.value })}
                >
                  <option value={LEAVE_OUT}>Do not import</option>
                  {offered.map(({ key, header: name }) => (
                    <option key={key} value={key}>
                      {name}
                    </option>
                  ))}
                </Select>
              </Row>
            ))}
          </div>
          {rows.length > 1 && (
            <p className={upload.quiet}>
              Each template column can be used only once. To use it for another column, choose &quot;Do not import&quot;
              in its current row first.
            </p>
          )}
          <div>
            <Button size="small" appearance="primary" onClick={apply}>
              Use these columns
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function Row({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <>
      <label htmlFor={id} className={styles.header}>
        {label}
      </label>
      {children}
    </>
  );
}
