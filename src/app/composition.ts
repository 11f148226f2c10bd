/** Key code for every key that an input method consumes, in browsers that do not mark the event as composing. */
const CONSUMED = 229;

/**
 * Keeps input method keys (Thai, Vietnamese, Chinese) away from all of the console's key handlers: while a person
 * composes a word, Enter accepts a suggestion, arrows move within it and Escape cancels it, so none of them may select
 * an option, close an editor or dismiss a dialog. One listener ahead of all others covers every handler, including
 * future ones. The input method itself is not affected, since the default action still happens.
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
