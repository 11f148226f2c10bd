/**
 * Maximum time in milliseconds between two presses of one gesture: a double click, or Enter pressed twice with no other
 * key in between.
 */
const DOUBLE = 400;
const WATCH = 500;
const NEVER = Number.NEGATIVE_INFINITY;

/**
 * Watches an open dialog, or an edit within a row; call the returned function once it has closed. One gesture has one effect: an Enter
 * that is still held down after opening the dialog does not apply it, and the rest of the gesture that closed the
 * dialog is ignored. Otherwise, a second Enter would press the control that regained the focus and reopen the dialog,
 * and the second click of a double click would press the element below. An Enter after another key is a new gesture,
 * however quickly it follows: a person who applies, moves one row down and opens that row loses none of the three.
 */
export function watchGesture(): () => void {
  let closed = false;
  let entered = NEVER;
  let held = false;
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') {
      entered = NEVER;
      return;
    }
    const again = event.repeat && !(event.target instanceof HTMLTextAreaElement);
    const second = closed && event.timeStamp - entered < DOUBLE;
    if (again || second) swallow(event);
    // An Enter that arrives after the dialog has closed does not start one of its gestures.
    entered = closed && !second && !event.repeat ? NEVER : event.timeStamp;
    held = true;
  };
  // A window that loses focus does not receive the keyup event.
  const onRelease = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.key === 'Enter') held = false;
  };
  const onClick = (event: MouseEvent): void => {
    if (closed && event.detail > 1) swallow(event);
  };
  // A single signal removes all listeners without accessing the window, which no longer exists once the page is torn
  // down.
  const watching = new AbortController();
  const early = { capture: true, signal: watching.signal };
  window.addEventListener('keydown', onKeyDown, early);
  window.addEventListener('keyup', onRelease, early);
  window.addEventListener('blur', onRelease, { signal: watching.signal });
  window.addEventListener('click', onClick, early);
  const end = (): void => {
    if (held) setTimeout(end, WATCH);
    else watching.abort();
  };
  return () => {
    closed = true;
    setTimeout(end, WATCH);
  };
}
