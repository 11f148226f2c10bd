type Control = HTMLButtonElement | HTMLInputElement;

/**
 * Simulates what browsers do when a focused control is disabled: the focus moves to the page. The test's DOM would
 * leave it on the control.
 */
export function losesFocus(control: Control): void {
  if (!control.disabled) throw new Error('Only a disabled control loses the focus by itself.');
  control.disabled = false;
  control.blur();
  control.disabled = true;
}
