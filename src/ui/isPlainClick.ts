import type { MouseEvent } from 'react';

/** Whether a click on a link should open it in the current tab: main button, no modifier keys. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The click handler of a link that acts in the current tab instead of loading a page; other clicks open a new tab. */
export const onPlainClick =
  (act: () => void) =>
  (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    act();
  };
