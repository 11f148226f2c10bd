import type { MouseEvent } from 'react';

/** Whether a click on a link should open it in the current tab: main button, no modifier keys. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
