import { useRef, useState, type DragEvent } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { FILE_TYPES } from './fileTypes.ts';
import { FOCUS_FIRST } from './useFocusKept.ts';

interface FileDropProps {
  /** Whether several files may be selected at once (UPLOAD-5). */
  multiple: boolean;
  /** Whether the area is smaller, because files have been added. */
  small: boolean;
  /**
   * Whether the area is disabled, because the only allowed file has been added (UPLOAD-3) or an import is being sent.
   */
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
}

const useStyles = makeStyles({
  area: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: tokens.spacingVerticalS,
    minHeight: '152px',
    padding: tokens.spacingVerticalM,
    border: `${tokens.strokeWidthThick} dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    color: tokens.colorNeutralForeground2,
    textAlign: 'center',
  },
  small: {
    minHeight: 0,
    flexDirection: 'row',
    flexWrap: 'wrap',
    padding: tokens.spacingVerticalSNudge,
    border: `${tokens.strokeWidthThin} dashed ${tokens.colorNeutralStroke1}`,
  },
  over: {
    backgroundColor: tokens.colorBrandBackground2,
    border: `${tokens.strokeWidthThick} dashed ${tokens.colorBrandStroke1}`,
  },
  icon: { fontSize: tokens.fontSizeHero800, color: tokens.colorBrandForeground1 },
  input: { display: 'none' },
});

/** The drop area, which also opens a file dialog. */
export function FileDrop({ multiple, small, disabled, onFiles }: FileDropProps) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles([...event.dataTransfer.files]);
  };
  const noun = multiple ? 'files' : 'a file';
  return (
    <div
      className={mergeClasses(styles.area, small && styles.small, over && !disabled && styles.over)}
      onDragOver={event => {
        // Otherwise, the browser would leave the console and open the file.
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      {!small && <ArrowUploadRegular className={styles.icon} aria-hidden />}
      <span>Drop {small && multiple ? 'more files' : noun} here, or</span>
      <Button
        {...FOCUS_FIRST}
        disabled={disabled}
        {...(small ? { size: 'small' as const, icon: <ArrowUploadRegular /> } : {})}
        onClick={() => input.current?.click()}
      >
        {small && multiple ? 'Add files' : `Choose ${noun}`}
      </Button>
      <input
        ref={input}
        className={styles.input}
        type="file"
        aria-label="Files to import"
        accept={FILE_TYPES}
        multiple={multiple}
        disabled={disabled}
        onChange={event => {
          onFiles([...(event.target.files ?? [])]);
          // Allows the same file to be selected again after it was corrected outside the console.
          event.target.value = '';
        }}
      />
    </div>
  );
}
