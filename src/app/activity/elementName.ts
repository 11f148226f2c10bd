import { NAME_LENGTH } from '../../contract/activity.ts';

/** Elements that a person types into: their text belongs to the person and is never read. */
const TYPED = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';
/** Elements that a person presses: their visible text belongs to the program. */
const PRESSED = 'button, a[href], summary, [role="button"], [role="link"], [role="tab"], [role="menuitem"]';
const NAMED = `${TYPED}, ${PRESSED}, [role], [aria-label]`;

const tidy = (text: string | null | undefined): string => {
  const cut = (text ?? '').replaceAll('\0', '').replace(/\s+/g, ' ').trim().slice(0, NAME_LENGTH);
  // Avoids cutting a surrogate pair in half at the end.
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
};

/** The element that an event is about: the nearest one with a name of its own. */
export const namedElement = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(NAMED) : null;

/** An element's text, excluding the fields inside it. */
function visibleText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const field of copy.querySelectorAll(TYPED)) field.remove();
  return copy.textContent ?? '';
}

/**
 * An element's name in an event: its label, the visible text of a button or link, or else its name or role; at most 128
 * characters (TRK-3). Never a field's content.
 */
export function elementName(element: Element | null): string {
  if (!element) return '';
  const label = tidy(element.getAttribute('aria-label'));
  if (label !== '') return label;
  // Inside a field (a line of editable text), everything belongs to the person.
  const typed = element.closest(TYPED) !== null;
  const text = !typed && element.matches(PRESSED) ? tidy(visibleText(element)) : '';
  return text || tidy(element.getAttribute('name')) || tidy(element.getAttribute('role')) || element.localName;
}
