/** Key code for every key that an input method consumes, in browsers that do not mark the event as composing. */
const CONSUMED = 229;

/**
 * Keeps the keys of an input method (Thai, Vietnamese, Chinese) away from every key handler of the console: while a
 * person composes a word, Enter accepts a suggestion, arrows move within it and Escape cancels it, so none of them may
 * choose an option, close an editor or end a dialog. One listener ahead of all others covers every handler, including
 * future ones. The input method itself is not affected, since the default action stays.
 *
 * @returns removes the listener
 */
export function hideComposedKeys(target: EventTarget): () => void {
  const listener = (event: Event): void => {
    const { isComposing, keyCode } = event as KeyboardEvent;
    if (isComposing || keyCode === CONSUMED) event.stopImmediatePropagation();
  };
  for (const type of ['keydown', 'keyup']) target.addEventListener(type, listener, { capture: true });
  return () => {
    for (const type of ['keydown', 'keyup']) target.removeEventListener(type, listener, { capture: true });
  };
}
