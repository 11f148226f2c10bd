import { useState } from 'react';
import { Radio, RadioGroup, makeStyles, tokens } from '@fluentui/react-components';
import type { Notation, OpenNumber } from '../../domain/rates/pastedNumbers.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';

const useStyles = makeStyles({
  text: { margin: `0 0 ${tokens.spacingVerticalS}` },
  hint: { display: 'block', color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
});

export type PasteStyle = Notation | 'asIs';

interface PasteQuestionProps {
  /** Pasted values that are ambiguous or not in the country's number format. */
  open: readonly OpenNumber[];
  onAnswer: (style: PasteStyle) => void;
  onCancel: () => void;
}

/** Asks once which number format a pasted block uses, so that no number is scaled by guesswork (issue 29, 1). */
export function PasteQuestion({ open, onAnswer, onCancel }: PasteQuestionProps) {
  const styles = useStyles();
  const [style, setStyle] = useState<PasteStyle | null>(null);
  const first = open.find(({ point, comma }) => point !== null && comma !== null) ?? open[0];
  const isAmbiguous = first !== undefined && first.point !== null && first.comma !== null;
  const why = isAmbiguous
    ? 'can be read in two ways'
    : `${open.length === 1 ? 'is' : 'are'} not written in this country’s format`;
  const example = (key: Notation) => (isAmbiguous ? first : open.find(one => one[key] !== null));
  const choice = (key: Notation, label: string) => {
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
        {open.length === 1
          ? `"${first?.text ?? ''}" ${why}.`
          : `${open.length} of the pasted numbers, such as "${first?.text ?? ''}", ${why}.`}
      </p>
      <RadioGroup
        aria-label="How these numbers are written"
        value={style ?? ''}
        onChange={(_, data) => setStyle(data.value as PasteStyle)}
      >
        {choice('point', 'Decimal point')}
        {choice('comma', 'Decimal comma')}
        <Radio value="asIs" label="Paste them unchanged and correct them afterwards" />
      </RadioGroup>
    </ConfirmDialog>
  );
}
