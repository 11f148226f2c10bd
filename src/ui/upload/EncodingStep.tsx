import { encodingName, type TextEncoding } from '../../domain/sheet/textForm.ts';
import { useId, useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { WarningRegular } from '@fluentui/react-icons';
import type { UploadFile } from './uploadTypes.ts';
import { useUploadStyles } from './uploadStyles.ts';

interface EncodingStepProps {
  file: UploadFile;
  onChoose: (encoding: TextEncoding) => void;
}

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  choices: {
    border: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
  },
  choice: { display: 'flex', alignItems: 'flex-start', gap: tokens.spacingHorizontalS },
  lines: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontFamily: 'inherit' },
});

/**
 * Asks for the encoding of a text file that declares none. None is preselected, because the encoding cannot be detected
 * from the bytes.
 */
export function EncodingStep({ file, onChoose }: EncodingStepProps) {
  const styles = useStyles();
  const upload = useUploadStyles();
  const id = useId();
  const [chosen, setChosen] = useState<TextEncoding | null>(null);
  return (
    <section className={styles.root} aria-label={`Encoding of ${file.name}`}>
      <p className={upload.warning} role="alert">
        <WarningRegular className={upload.icon} aria-hidden />
        <span>{`"${file.name}" does not declare its text encoding. Choose the encoding in which these rows look right.`}</span>
      </p>
      <fieldset className={styles.choices}>
        <legend className={upload.quiet}>The first rows that differ between encodings</legend>
        {file.encodings?.map(({ encoding, lines }) => (
          <div key={encoding} className={styles.choice}>
            <input
              type="radio"
              id={`${id}${encoding}`}
              name={id}
              checked={chosen === encoding}
              aria-describedby={`${id}${encoding}lines`}
              onChange={() => setChosen(encoding)}
            />
            <div>
              <label htmlFor={`${id}${encoding}`}>{encodingName(encoding)}</label>
              <pre id={`${id}${encoding}lines`} className={styles.lines} translate="no">
                {lines.join('\n')}
              </pre>
            </div>
          </div>
        ))}
      </fieldset>
      <p className={upload.quiet}>
        If none of them looks right, save the file in Excel as &quot;CSV UTF-8&quot; or as .xlsx, remove it here and
        choose the new file.
      </p>
      <div>
        <Button
          size="small"
          appearance="primary"
          disabled={chosen === null}
          onClick={() => chosen !== null && onChoose(chosen)}
        >
          Use this encoding
        </Button>
      </div>
    </section>
  );
}
