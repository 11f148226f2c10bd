import { useId, useState, type ReactNode } from 'react';
import { Button, Select, makeStyles, tokens } from '@fluentui/react-components';
import { WarningRegular } from '@fluentui/react-icons';
import { fileNotes } from './fileNotes.ts';
import type { UploadColumn, UploadFile } from './uploadTypes.ts';
import { useUploadStyles } from './uploadStyles.ts';

interface MappingStepProps {
  file: UploadFile;
  columns: readonly UploadColumn[];
  onMap: (choices: Readonly<Record<string, string | null>>) => void;
  /** Forgets what was chosen for headers before. */
  onForget: () => void;
  onSheet: (sheet: number) => void;
}

const LEAVE_OUT = '';

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

/** Says which column of a file serves as which, where its headers do not tell. The choice is remembered. */
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
  const used = new Set(match.columns.flatMap((at, column) => (at >= 0 ? [columns[column]?.key] : [])));
  const free = columns.filter(({ key }) => !used.has(key));
  const meantKey = (meant: string | null) => free.find(({ header }) => header === meant)?.key ?? LEAVE_OUT;
  const chosen = (header: string, meant: string | null) => choices[header] ?? meantKey(meant);
  const apply = () =>
    onMap(Object.fromEntries(match.unknown.map(({ header, meant }) => [header, chosen(header, meant) || null])));
  return (
    <section className={styles.root} aria-label={`Columns of ${file.name}`}>
      <p className={upload.warning} role="alert">
        <WarningRegular className={upload.icon} aria-hidden />
        <span>
          {match.row < 0
            ? `"${file.name}" has no row with the headers of the template.`
            : match.missing.length > 0
              ? `"${file.name}" has no ${match.missing.length === 1 ? 'column' : 'columns'} ${match.missing.map(header => `"${header}"`).join(', ')}.`
              : `"${file.name}" has columns that the import does not know.`}
          {match.unknown.length > 0
            ? ' Say which of its columns is meant; the choice is remembered.'
            : ` Add ${match.row >= 0 && match.missing.length === 1 ? 'it' : 'them'} to the file and choose the file again, or begin with the template.`}
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
      {match.unknown.length === 0 && notes && notes.chosen.length + notes.leftOut.length > 0 && (
        <div>
          <Button size="small" onClick={onForget}>
            Choose the columns again
          </Button>
        </div>
      )}
      {match.unknown.length > 0 && (
        <>
          <div className={styles.grid}>
            <span className={styles.head}>Column of the file</span>
            <span className={styles.head}>Serves as</span>
            {match.unknown.map(({ column, header, meant }) => (
              <Row key={column} label={header} id={`${id}${column}`}>
                <Select
                  id={`${id}${column}`}
                  size="small"
                  value={chosen(header, meant)}
                  onChange={(_, { value }) => setChoices({ ...choices, [header]: value })}
                >
                  <option value={LEAVE_OUT}>Leave it out</option>
                  {free.map(({ key, header: name }) => (
                    <option key={key} value={key}>
                      {name}
                    </option>
                  ))}
                </Select>
              </Row>
            ))}
          </div>
          <div>
            <Button size="small" onClick={apply}>
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
