type Control = HTMLButtonElement | HTMLInputElement;

/** What a browser does with a control that is disabled while it has the focus: the page has it. The test's DOM leaves it there. */
export function losesFocus(control: Control): void {
  if (!control.disabled) throw new Error('Only a disabled control loses the focus by itself.');
  control.disabled = false;
  control.blur();
  control.disabled = true;
}
