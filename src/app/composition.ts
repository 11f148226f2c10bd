/**
 * Key code reported for every key consumed by an input method, for browsers that do not mark the event as composing.
 */
const CONSUMED = 229;

/**
 * Keeps input method keys (Thai, Vietnamese, Chinese) away from all of the console's key handlers: while a word is
 * being composed, Enter accepts a suggestion, arrows move within it and Escape cancels it, so none of them may select
 * an option, close an editor or dismiss a dialog. A single listener, registered before all others, covers every
 * handler. The input method is not affected, since the default action still happens.
 *
 * @returns a function that removes the listener
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
