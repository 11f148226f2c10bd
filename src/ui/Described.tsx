import { cloneElement, useId, type ReactElement } from 'react';

interface DescribedProps {
  text: string;
  /** The single element to which the attributes are added. */
  children: ReactElement<{ 'aria-describedby'?: string; 'data-tip'?: string }>;
}

/**
 * Attaches an explanation to an element: screen readers can always access it, and `TipLayer` shows it on hover and
 * focus.
 */
export function Described({ text, children }: DescribedProps) {
  const id = useId();
  return (
    <>
      {cloneElement(children, { 'aria-describedby': id, 'data-tip': text })}
      <span id={id} hidden>
        {text}
      </span>
    </>
  );
}
