import { cloneElement, useId, type ReactElement } from 'react';

interface DescribedProps {
  text: string;
  /** The single element that receives the attributes. */
  children: ReactElement<{ 'aria-describedby'?: string; 'data-tip'?: string }>;
}

/**
 * Attaches an explanation to an element: always available to screen readers, and shown by `TipLayer` on hover and on
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
