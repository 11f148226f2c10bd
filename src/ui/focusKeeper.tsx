import { useFocusFinders } from '@fluentui/react-components';
import { createRoot } from 'react-dom/client';

let kept = false;

function Keeper() {
  useFocusFinders();
  return null;
}

/**
 * Keeps Fluent's focus manager alive from the first dialog on. It lives as long as some component uses it; when the last
 * user is the dialog itself, closing the dialog ends the manager before it has undone the `aria-hidden` that it put
 * on the rest of the page, which then stays unreadable to assistive technology for good.
 */
export function keepFocusManager(): void {
  if (kept) return;
  kept = true;
  createRoot(document.createElement('div')).render(<Keeper />);
}
