import { useId, useState } from 'react';
import { Button, Select, makeStyles, tokens } from '@fluentui/react-components';
import { WarningRegular } from '@fluentui/react-icons';
import { sheetsText } from '../../domain/import/headers.ts';
import { sheetTexts } from './sheetTexts.ts';
import type { UploadFile } from './uploadTypes.ts';
import { useUploadStyles } from './uploadStyles.ts';

interface SheetStepProps {
  file: UploadFile;
  onChoose: (sheet: number) => void;
}

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  choice: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
});

/** Asks which sheet of a file counts where several have all columns of the template. None is chosen beforehand, and none is read until then. */
export function SheetStep({ file, onChoose }: SheetStepProps) {
  const styles = useStyles();
  const upload = useUploadStyles();
  const id = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const sheets = sheetTexts(file);
  return (
    <section className={styles.root} aria-label={`Sheets of ${file.name}`}>
      <p className={upload.warning} role="alert">
        <WarningRegular className={upload.icon} aria-hidden />
        <span>{`"${file.name}" has ${sheetsText(sheets.map(({ name }) => name))}. Say which sheet counts; the others are not imported. To import all, save each as a file of its own.`}</span>
      </p>
      <div className={styles.choice}>
        <label htmlFor={id}>Sheet to import</label>
        <Select
          id={id}
          size="small"
          value={chosen === null ? '' : String(chosen)}
          onChange={(_, { value }) => setChosen(Number(value))}
        >
          <option value="" disabled>
            Choose a sheet
          </option>
          {sheets.map(({ sheet, text }) => (
            <option key={sheet} value={sheet}>
              {text}
            </option>
          ))}
        </Select>
      </div>
      <div>
        <Button
          size="small"
          appearance="primary"
          disabled={chosen === null}
          onClick={() => chosen !== null && onChoose(chosen)}
        >
          Use this sheet
        </Button>
      </div>
    </section>
  );
}
