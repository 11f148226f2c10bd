// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { inDialog } from './isTyping.ts';

const ROW = '<button id="row">Row</button>';
const DIALOG = '<div role="dialog"><button id="apply">Apply</button></div>';

afterEach(() => {
  document.body.innerHTML = '';
});

describe('keys of a dialog', () => {
  it.each([
    ['no dialog', ROW, 'row', false],
    ['the focus in it', ROW + DIALOG, 'apply', true],
    ['an open one without the focus, since nothing has it', ROW + DIALOG, null, true],
    ['one that gave the focus back and fades out', ROW + DIALOG, 'row', false],
    ['an alert', `${ROW}<div role="alertdialog"><button id="apply">Apply</button></div>`, 'apply', true],
    ['a native one', `${ROW}<dialog open><button id="apply">Apply</button></dialog>`, 'apply', true],
  ])('%s', (_, html, focused, expected) => {
    document.body.innerHTML = html;
    if (focused !== null) document.getElementById(focused)?.focus();
    expect(inDialog()).toBe(expected);
  });
});
