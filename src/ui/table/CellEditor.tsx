import { useEffect, useRef, useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  input: {
    boxSizing: 'border-box',
    width: '100%',
    height: '28px',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    border: `${tokens.strokeWidthThick} solid ${tokens.colorBrandStroke1}`,
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    outline: 'none',
    '&[aria-invalid="true"]': { border: `${tokens.strokeWidthThick} solid ${tokens.colorPaletteRedBorderActive}` },
  },
  // On top of the rows, and not clipped by the cell.
  problem: {
    position: 'fixed',
    zIndex: 10,
    marginTop: tokens.spacingVerticalXXS,
    maxWidth: '320px',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorStatusDangerForeground1,
    boxShadow: tokens.shadow8,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'normal',
  },
});

interface CellEditorProps {
  label: string;
  initial: string;
  maxLength?: number | undefined;
  /** Validates a value with its field's rule; null if it is valid. */
  problemOf: (value: string) => string | null;
  /** `how`: by Enter, or because the editor lost focus with a valid value. */
  onApply: (value: string, how: 'enter' | 'left') => void;
  /** `problem`: set if the editor lost focus with an invalid value. */
  onCancel: (problem: string | null) => void;
}

/** Edits a cell's value: Enter or losing focus applies a valid value, and Escape discards it. */
export function CellEditor({ label, initial, maxLength, problemOf, onApply, onCancel }: CellEditorProps) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const over = useRef(false);
  useEffect(() => input.current?.select(), []);
  const end = (run: () => void): void => {
    if (over.current) return;
    over.current = true;
    run();
  };
  return (
    <>
      <input
        ref={input}
        className={styles.input}
        aria-label={label}
        aria-invalid={problem !== null}
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        onChange={event => {
          setValue(event.target.value);
          if (problem !== null) setProblem(problemOf(event.target.value));
        }}
        onKeyDown={event => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            end(() => onCancel(null));
          }
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          const found = problemOf(value);
          if (found === null) end(() => onApply(value, 'enter'));
          else setProblem(found);
        }}
        onBlur={() => {
          // Another window took the focus; the cell gets it back together with this window.
          if (!document.hasFocus()) return;
          const found = value === initial ? null : problemOf(value);
          if (found !== null) end(() => onCancel(found));
          else end(() => onApply(value, 'left'));
        }}
      />
      {problem !== null && (
        <div role="alert" className={styles.problem}>
          {problem}
        </div>
      )}
    </>
  );
}
