import { useFocusFinders } from '@fluentui/react-components';
import { createRoot } from 'react-dom/client';

let kept = false;

function Keeper() {
  useFocusFinders();
  return null;
}

/**
 * Keeps Fluent's focus manager alive from the first dialog on. The manager exists as long as some component uses it. If
 * the dialog itself is its last user, closing the dialog destroys the manager before it can remove the `aria-hidden`
 * attributes from the rest of the page, which then stays inaccessible to assistive technology.
 */
export function keepFocusManager(): void {
  if (kept) return;
  kept = true;
  createRoot(document.createElement('div')).render(<Keeper />);
}
