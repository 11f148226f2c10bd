// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { inDialog } from './isTyping.ts';

const ROW = '<button id="row">Row</button>';
const DIALOG = '<div role="dialog"><button id="apply">Apply</button></div>';

afterEach(() => {
  document.body.innerHTML = '';
});

describe('key presses in a dialog', () => {
  it.each([
    ['no dialog', ROW, 'row', false],
    ['a dialog that has the focus', ROW + DIALOG, 'apply', true],
    ['an open dialog while nothing has the focus', ROW + DIALOG, null, true],
    ['a dialog that has returned the focus and fades out', ROW + DIALOG, 'row', false],
    ['an alert dialog', `${ROW}<div role="alertdialog"><button id="apply">Apply</button></div>`, 'apply', true],
    ['a native dialog', `${ROW}<dialog open><button id="apply">Apply</button></dialog>`, 'apply', true],
  ])('a key press is attributed to the dialog or to the page, given %s', (_, html, focused, expected) => {
    document.body.innerHTML = html;
    if (focused !== null) document.getElementById(focused)?.focus();
    expect(inDialog()).toBe(expected);
  });
});
