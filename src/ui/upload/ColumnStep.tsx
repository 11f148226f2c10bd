import { useId, useState } from 'react';
import { Button, Select, makeStyles, tokens } from '@fluentui/react-components';
import { WarningRegular } from '@fluentui/react-icons';
import { twiceText, type ColumnChoice } from '../../domain/import/headers.ts';
import { columnTexts } from './columnTexts.ts';
import type { UploadFile } from './uploadTypes.ts';
import { useUploadStyles } from './uploadStyles.ts';

interface ColumnStepProps {
  file: UploadFile;
  onChoose: (choice: ColumnChoice) => void;
}

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  choice: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
});

/**
 * Asks which column of a file to use if several have the same header. None is preselected or used until the person
 * chooses one.
 */
export function ColumnStep({ file, onChoose }: ColumnStepProps) {
  const styles = useStyles();
  const upload = useUploadStyles();
  const id = useId();
  const [chosen, setChosen] = useState<ColumnChoice>({});
  const undecided = file.matched?.match.twice.filter(column => column.chosen === null) ?? [];
  const open = undecided.filter(({ key }) => chosen[key] === undefined);
  return (
    <section className={styles.root} aria-label={`Columns with the same heading in ${file.name}`}>
      <p className={upload.warning} role="alert">
        <WarningRegular className={upload.icon} aria-hidden />
        <span>{`"${file.name}" has ${twiceText(undecided)}. Choose the column to import; the others are not imported.`}</span>
      </p>
      {undecided.map(({ key, header, columns }) => (
        <div key={key} className={styles.choice}>
          <label htmlFor={`${id}${key}`}>{`Column for "${header}"`}</label>
          <Select
            id={`${id}${key}`}
            size="small"
            value={chosen[key] === undefined ? '' : String(chosen[key])}
            onChange={(_, { value }) => setChosen({ ...chosen, [key]: Number(value) })}
          >
            <option value="" disabled>
              Choose a column
            </option>
            {columnTexts(file, columns).map(({ column, text }) => (
              <option key={column} value={column}>
                {text}
              </option>
            ))}
          </Select>
        </div>
      ))}
      <div>
        <Button size="small" appearance="primary" disabled={open.length > 0} onClick={() => onChoose(chosen)}>
          {undecided.length === 1 ? 'Use this column' : 'Use these columns'}
        </Button>
      </div>
    </section>
  );
}
