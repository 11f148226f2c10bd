// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { focusHeading } from './usePageEffects.ts';

const draw = (html: string): void => {
  document.body.innerHTML = `<button id="outside">Menu</button><main id="main">${html}</main>`;
};
const focus = (id: string): void => document.getElementById(id)?.focus();
const focused = (): string | undefined => document.activeElement?.id;

afterEach(() => {
  document.body.innerHTML = '';
});

describe('focus after navigation', () => {
  it.each([
    ['a menu entry', 'outside', 'heading'],
    ['a button on the page', 'button', 'heading'],
    ['a tab on the page', 'tab', 'tab'],
    ['a field on the page that a person has begun typing in', 'field', 'field'],
  ])('focus moves to the heading after a click on %s, but stays in a tab or field', (_name, from, to) => {
    draw(
      '<h1 id="heading">Lead Time</h1><div id="tab" role="tab" tabindex="0"></div><input id="field"><button id="button">',
    );
    focus(from);
    focusHeading();
    expect(focused()).toBe(to);
  });

  it("focus moves to a loading page's heading once it appears, unless the person has focused a field meanwhile", async () => {
    draw('<input id="field">');
    focus('outside');
    focusHeading();
    focus('field');
    await act(async () =>
      document.getElementById('main')?.insertAdjacentHTML('afterbegin', '<h1 id="heading">Page</h1>'),
    );
    expect(focused()).toBe('field');
  });

  it("focus stays in a popup opened while the page was loading, but not on a closed popup's button", () => {
    draw('<h1 id="heading">Page</h1>');
    document.body.insertAdjacentHTML(
      'afterbegin',
      '<div><button id="trigger" aria-haspopup="listbox" aria-expanded="true"></button><input id="search"></div>',
    );
    focus('search');
    focusHeading();
    expect(focused()).toBe('search');
    document.getElementById('trigger')?.setAttribute('aria-expanded', 'false');
    focusHeading();
    expect(focused()).toBe('heading');
  });
});
