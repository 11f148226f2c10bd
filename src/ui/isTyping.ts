/** Whether a key press is directed at a text input. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
}

const DIALOGS = 'dialog[open], [role="dialog"], [role="alertdialog"]';

/**
 * Whether a key press is directed at a dialog instead of the page: a dialog is open and contains the focus, or no
 * element is focused. A dialog that is fading out has already released the focus, and key presses with it.
 */
export function inDialog(): boolean {
  if (!document.querySelector(DIALOGS)) return false;
  const focused = document.activeElement;
  return !focused || focused === document.body || focused.closest(DIALOGS) !== null;
}
