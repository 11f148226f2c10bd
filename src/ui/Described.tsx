import { cloneElement, useId, type ReactElement } from 'react';

interface DescribedProps {
  text: string;
  /** One element that takes the attributes. */
  children: ReactElement<{ 'aria-describedby'?: string; 'data-tip'?: string }>;
}

/** Explains an element: to screen readers always, to the pointer and the keyboard by the tooltip of `TipLayer`. */
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
