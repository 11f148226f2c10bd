import { useEffect, useId, useState } from 'react';
import { Button, Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { LightbulbRegular } from '@fluentui/react-icons';
import type { ImportError } from '../../domain/import/describe.ts';
import { PHONE } from '../useMedia.ts';
import { useUploadStyles } from './uploadStyles.ts';

interface ErrorLineProps {
  error: ImportError;
  disabled: boolean;
  /** Counts the cells in the column that contain the same text. */
  alike: (key: string, value: string) => Promise<number | null>;
  onEdit: (text: string) => Promise<void>;
  onReplace: (by: string) => Promise<void>;
}

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: '200px minmax(0, 1fr)',
    alignItems: 'start',
    gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
    padding: `${tokens.spacingVerticalXXS} 0`,
    [`@media ${PHONE}`]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  cell: { display: 'flex', flexDirection: 'column' },
  label: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
  input: { width: '100%' },
  says: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS, alignItems: 'flex-start' },
  /** Aligns a borderless button with the text above it. */
  suggestion: { marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})` },
  message: { overflowWrap: 'anywhere', paddingTop: tokens.lineHeightBase200, [`@media ${PHONE}`]: { paddingTop: 0 } },
});

/** An invalid cell: its text, which can be edited in place, the error, and a suggested correction. */
export function ErrorLine({ error, disabled, alike, onEdit, onReplace }: ErrorLineProps) {
  const styles = useStyles();
  const upload = useUploadStyles();
  const id = useId();
  const { key, value, suggestion } = error;
  const [typed, setTyped] = useState<string | null>(null);
  const [same, setSame] = useState<number | null>(null);
  const changed = typed !== null && typed !== value;
  useEffect(() => {
    if (!changed || value === '') return undefined;
    let over = false;
    void alike(key, value).then(count => over || setSame(count));
    return () => {
      over = true;
    };
  }, [alike, changed, key, value]);
  const apply = () => {
    if (typed !== null && changed && !disabled) void onEdit(typed);
  };
  return (
    <div className={styles.root}>
      <div className={styles.cell}>
        <label htmlFor={id} className={styles.label}>
          {error.header}
          {error.column !== '' && ` (${error.column}${error.row})`}
        </label>
        <Input
          id={id}
          size="small"
          className={styles.input}
          value={typed ?? value}
          disabled={disabled}
          aria-invalid
          aria-describedby={`${id}says`}
          onChange={(_, data) => setTyped(data.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') apply();
            if (event.key === 'Escape' && changed) {
              // Reverts the typed text without closing the dialog.
              event.stopPropagation();
              event.preventDefault();
              setTyped(null);
            }
          }}
        />
      </div>
      <div className={styles.says}>
        <span id={`${id}says`} className={styles.message}>
          {error.message}
        </span>
        <div className={upload.line}>
          {suggestion !== null && suggestion !== (typed ?? value) && (
            <Button
              size="small"
              appearance="subtle"
              className={styles.suggestion}
              icon={<LightbulbRegular />}
              disabled={disabled}
              onClick={() => setTyped(suggestion)}
            >
              {suggestion === '' ? 'Leave it blank' : `Did you mean "${suggestion}"?`}
            </Button>
          )}
          {changed && (
            <>
              <Button size="small" appearance="primary" disabled={disabled} onClick={apply}>
                Replace here
              </Button>
              {same !== null && same > 1 && (
                <Button
                  size="small"
                  className={mergeClasses(upload.figures)}
                  disabled={disabled}
                  onClick={() => void onReplace(typed)}
                >
                  Replace in {same.toLocaleString('en-US')} rows
                </Button>
              )}
            </>
          )}
        </div>
      </div>
    </div>
  );
}
