/** Whether no control has the focus: what had it was taken off the page or disabled, and the page itself has it. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
