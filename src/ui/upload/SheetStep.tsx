import { useId, useState } from 'react';
import { Button, Select, makeStyles, tokens } from '@fluentui/react-components';
import { WarningRegular } from '@fluentui/react-icons';
import { sheetsText } from '../../domain/import/headers.ts';
import type { UploadFile } from './uploadTypes.ts';
import { useUploadStyles } from './uploadStyles.ts';

/** Number of cells shown from a sheet's first row, so that the person can identify the sheet. */
const SHOWN = 4;

/** The sheets to choose from: "March: 10021, Standard, 1027690", with the cells of the first row below the headers. */
function sheetTexts({
  opened,
  matched,
}: Pick<UploadFile, 'opened' | 'matched'>): { sheet: number; name: string; text: string }[] {
  const headers = opened?.sheets[matched?.sheet ?? 0]?.head[matched?.match.row ?? 0]?.cells ?? [];
  return (matched?.undecided ?? []).map(sheet => {
    const { name = '', head = [] } = opened?.sheets[sheet] ?? {};
    const at = head.findIndex(({ cells }) => cells.filter(cell => headers.includes(cell)).length > 1);
    const row = head.slice(at + 1).find(({ cells }) => cells.some(cell => cell.trim() !== ''));
    const cells = (row?.cells ?? []).filter(cell => cell.trim() !== '').slice(0, SHOWN);
    return { sheet, name, text: `${name}: ${cells.length === 0 ? 'no rows' : cells.join(', ')}` };
  });
}

interface SheetStepProps {
  file: UploadFile;
  onChoose: (sheet: number) => void;
}

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  choice: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
});

/**
 * Asks which sheet of a file to read if several have all of the template's columns. None is preselected or read until
 * the person chooses one.
 */
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
        <span>{`"${file.name}" has ${sheetsText(sheets.map(({ name }) => name))}. Choose the sheet to import; the others are not imported. To import all, save each as a separate file.`}</span>
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
