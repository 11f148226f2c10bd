import { useFocusFinders } from '@fluentui/react-components';
import { createRoot } from 'react-dom/client';

let kept = false;

function Keeper() {
  useFocusFinders();
  return null;
}

/**
 * Keeps Fluent's focus manager alive from the first dialog on. The manager lives as long as some component uses it; if
 * its last user is the dialog itself, closing the dialog ends the manager before it has removed the `aria-hidden` that
 * it put on the rest of the page, and the page stays unreadable to assistive technology.
 */
export function keepFocusManager(): void {
  if (kept) return;
  kept = true;
  createRoot(document.createElement('div')).render(<Keeper />);
}
