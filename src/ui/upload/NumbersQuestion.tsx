import { useEffect, useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { UploadEngine } from './uploadTypes.ts';
import { useUploadStyles } from './uploadStyles.ts';

interface NumbersQuestionProps {
  engine: UploadEngine;
  /** If there are several files, the question names the file. */
  named: boolean;
  disabled: boolean;
}

const CHOICES = [
  ['comma', 'Decimal comma'],
  ['point', 'Decimal point'],
] as const;
/** In a column of hours, 11.30 can be a time of day. */
const HOUR_CHOICES = [
  ['time', 'Times of day'],
  ['comma', 'Hours'],
  ['point', 'Hours'],
] as const;

/** Asks once how a file writes its numbers, so that no number is scaled by guesswork (issue 29, 1). */
export function NumbersQuestion({ engine, named, disabled }: NumbersQuestionProps) {
  const upload = useUploadStyles();
  const [open, setOpen] = useState<Awaited<ReturnType<UploadEngine['unclearNumber']>>>(null);
  useEffect(() => {
    let over = false;
    void engine.unclearNumber().then(found => over || setOpen(found));
    return () => {
      over = true;
    };
  }, [engine]);
  if (!open) return null;
  return (
    <section aria-label="How the numbers are written" className={upload.line}>
      <span>
        How are the numbers{named ? ` in ${open.fileName}` : ' in this file'} written? The answer applies to all of
        them.
      </span>
      {(open.time === undefined ? CHOICES : HOUR_CHOICES).map(
        ([style, label]) =>
          open[style] && (
            <Button
              key={style}
              size="small"
              disabled={disabled}
              onClick={() => void engine.writeNumbers(open.fileId, style)}
            >
              {label}: {open.text} is {open[style]}
            </Button>
          ),
      )}
    </section>
  );
}
