import { useState } from 'react';
import { Radio, RadioGroup, makeStyles, tokens } from '@fluentui/react-components';
import { openNumber, type NumberStyle } from '../../domain/rates/pastedNumbers.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';

const useStyles = makeStyles({
  text: { margin: `0 0 ${tokens.spacingVerticalS}` },
  hint: { display: 'block', color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
});

export type PasteStyle = NumberStyle | 'asIs';

interface PasteQuestionProps {
  /** Pasted values that are ambiguous or not in the country's number format. */
  texts: readonly string[];
  onAnswer: (style: PasteStyle) => void;
  onCancel: () => void;
}

/** Asks once which number format a pasted block uses, so that no number is scaled by guesswork (issue 29, 1). */
export function PasteQuestion({ texts, onAnswer, onCancel }: PasteQuestionProps) {
  const styles = useStyles();
  const [style, setStyle] = useState<PasteStyle | null>(null);
  const open = texts.map(openNumber);
  const [first] = open;
  const example = (key: NumberStyle) => open.find(one => one[key] !== null) ?? null;
  const choice = (key: NumberStyle, label: string) => {
    const shown = example(key);
    return shown ? (
      <Radio
        value={key}
        label={
          <>
            {label}
            <span className={styles.hint}>
              {shown.text} is {shown[key]}
            </span>
          </>
        }
      />
    ) : null;
  };
  return (
    <ConfirmDialog
      title="How are these numbers written?"
      confirmLabel="Paste"
      onConfirm={() => {
        if (style === null) throw new Error('Choose how the numbers are written.');
        onAnswer(style);
      }}
      onCancel={onCancel}
    >
      <p className={styles.text}>
        {texts.length === 1
          ? `"${first?.text ?? ''}" can be read in more than one way.`
          : `${texts.length} of the pasted numbers, such as "${first?.text ?? ''}", can be read in more than one way.`}
      </p>
      <RadioGroup
        aria-label="How these numbers are written"
        value={style ?? ''}
        onChange={(_, data) => setStyle(data.value as PasteStyle)}
      >
        {choice('point', 'Decimal point')}
        {choice('comma', 'Decimal comma')}
        <Radio value="asIs" label="Paste them unchanged and correct them in the grid" />
      </RadioGroup>
    </ConfirmDialog>
  );
}
