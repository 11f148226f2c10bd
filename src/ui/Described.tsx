import { cloneElement, useId, type ReactElement } from 'react';

interface DescribedProps {
  text: string;
  /** The single element that the attributes are added to. */
  children: ReactElement<{ 'aria-describedby'?: string; 'data-tip'?: string }>;
}

/**
 * Attaches an explanation to an element: screen readers always have access to it, and `TipLayer` shows it on hover and
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
