import { NAME_LENGTH } from '../../contract/activity.ts';

/** Elements that a person types into: their text is private and is never read. */
const TYPED = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';
/** Elements that a person clicks: their visible text is part of the UI. */
const PRESSED = 'button, a[href], summary, [role="button"], [role="link"], [role="tab"], [role="menuitem"]';
const NAMED = `${TYPED}, ${PRESSED}, [role], [aria-label]`;

const tidy = (text: string | null | undefined): string => {
  const cut = (text ?? '').replaceAll('\0', '').replace(/\s+/g, ' ').trim().slice(0, NAME_LENGTH);
  // Avoids splitting a surrogate pair at the end.
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
};

/** The element to record for an event: the target's nearest ancestor that has a name of its own. */
export const namedElement = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(NAMED) : null;

/** A row or card of a record, in which labels and links name the record, whose texts people have typed. */
const RECORD = 'tbody tr, [role="row"]:not(thead *), [data-row-key], [data-record]';

/** The part of a label that says what it does: "Edit" of "Edit Branch A" and "Undo" of "Undo: Branch A". */
const verb = (label: string): string => /^[\p{L}\p{M}'’-]+/u.exec(label)?.[0] ?? '';

/** Parts of a button that repeat what a person typed, e.g. the value of a filter. */
const REPEATED = '[data-typed]';

/** An element's text, excluding the fields inside it and what repeats their content. */
function visibleText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const field of copy.querySelectorAll(`${TYPED}, ${REPEATED}`)) field.remove();
  return copy.textContent ?? '';
}

/**
 * The name of an element that belongs to a record: the first word of a button's label or text. A link's text is often the
 * record's name, so only its kind is recorded.
 */
function nameInRecord(element: Element): string {
  const isLink = element.matches('a[href], [role="link"]');
  const isPressed = !isLink && element.matches(PRESSED) && element.closest(TYPED) === null;
  const said = isPressed ? verb(tidy(element.getAttribute('aria-label')) || tidy(visibleText(element))) : '';
  return said || tidy(element.getAttribute('role')) || element.localName;
}

/**
 * An element's name in an event: its label, the visible text of a button or link, or else its name or role; at most 128
 * characters (TRK-3). Never a field's content, nor a record's name.
 */
export function elementName(element: Element | null): string {
  if (!element) return '';
  if (element.closest(RECORD) !== null) return nameInRecord(element);
  const label = tidy(element.getAttribute('aria-label'));
  if (label !== '') return label;
  // Inside a field (an editable line of text), all content is private.
  const typed = element.closest(TYPED) !== null;
  const text = !typed && element.matches(PRESSED) ? tidy(visibleText(element)) : '';
  return text || tidy(element.getAttribute('name')) || tidy(element.getAttribute('role')) || element.localName;
}
