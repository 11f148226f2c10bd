// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { elementName, namedElement } from './elementName.ts';
import { startTracker, type EventType } from './tracker.ts';

const said: [EventType, string][] = [];
let on = true;
let stop: () => void = () => undefined;
let shown: (() => void) | null = null;

const start = () => {
  stop = startTracker({
    window: window as unknown as Window,
    turnedOn: () => on,
    record: (type, name) => said.push([type, name]),
    onPage: next => {
      shown = next;
      return () => {
        shown = null;
      };
    },
  });
};
const keyup = (element: Element, key = 'x') =>
  element.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }));
const draw = (html: string) => {
  document.body.innerHTML = html;
};
const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;

beforeEach(() => {
  vi.useFakeTimers();
  said.length = 0;
  on = true;
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe("the tracker's events (TRK-1)", () => {
  it("the tracker reports one keyup 200 ms after the last key, with the element's name (TRK-3)", () => {
    draw('<input aria-label="Street">');
    start();
    vi.advanceTimersByTime(1000);
    said.length = 0;
    for (const key of 'secret') {
      keyup(find('input'), key);
      vi.advanceTimersByTime(150);
    }
    expect(said).toEqual([]);
    vi.advanceTimersByTime(50);
    expect(said).toEqual([['keyup', 'Street']]);
  });

  it('the tracker reports page views, clicks (separately for tabs), visibility changes and unloads', () => {
    draw('<button role="tab">Location</button><button>Search <b>now</b></button>');
    start();
    vi.advanceTimersByTime(1000);
    expect(said).toEqual([
      ['load', ''],
      ['config', 'on'],
      ['page', ''],
    ]);
    said.length = 0;
    find('[role=tab]').click();
    find('b').click();
    shown?.();
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('pagehide'));
    expect(said).toEqual([
      ['tab', 'Location'],
      ['click', 'Search now'],
      ['page', ''],
      ['visibility', document.visibilityState],
      ['unload', ''],
    ]);
  });

  it('the tracker collects nothing without turnOn, and stops within a second of a change (TRK-2)', () => {
    draw('<button>Search</button>');
    on = false;
    start();
    vi.advanceTimersByTime(3000);
    find('button').click();
    expect(said).toEqual([]);
    on = true;
    vi.advanceTimersByTime(1000);
    find('button').click();
    expect(said.map(([type]) => type)).toEqual(['load', 'config', 'page', 'click']);
    keyup(find('button'));
    on = false;
    vi.advanceTimersByTime(1000);
    said.length = 0;
    find('button').click();
    keyup(find('button'));
    shown?.();
    vi.advanceTimersByTime(1000);
    expect(said).toEqual([]);
  });
});

describe('element names (TRK-3)', () => {
  it('element names are truncated to 128 characters, never in the middle of a character', () => {
    draw(`<button>${'x'.repeat(500)}</button><a href="/" aria-label="${'y'.repeat(127)}😀"></a>`);
    expect(elementName(find('button'))).toBe('x'.repeat(128));
    expect(elementName(find('a'))).toBe('y'.repeat(127));
  });

  it('in a row or card of a record, the name says what was pressed, but not which record', () => {
    const row = '<td><a href="/">Depot Zwei</a></td><td><button aria-label="Edit Depot Zwei">Edit</button></td>';
    draw(`<table><tbody><tr>${row}</tr></tbody></table>`);
    expect([elementName(find('a')), elementName(find('button'))]).toEqual(['a', 'Edit']);
    draw('<ul><li data-record="k"><button aria-label="Undo: Depot Zwei"></button></li></ul>');
    expect(elementName(find('button'))).toBe('Undo');
    draw('<ul><li data-row-key="k"><input type="checkbox" aria-label="Select Depot Zwei"></li></ul>');
    expect(elementName(find('input'))).toBe('input');
    draw('<div role="grid"><div role="row"><div role="gridcell" aria-label="Depot Zwei"></div></div></div>');
    expect(elementName(find('[role=gridcell]'))).toBe('gridcell');
    draw('<table><thead><tr><th><button>Sort by Street</button></th></tr></thead></table>');
    expect(elementName(find('button'))).toBe('Sort by Street');
  });

  it('element names never contain typed text, wherever it is (property)', () => {
    const holders = [
      (secret: string) => `<input name="f" value="${secret}">`,
      (secret: string) => `<textarea name="f">${secret}</textarea>`,
      (secret: string) => `<select aria-label="Kind"><option selected>${secret}</option></select>`,
      (secret: string) => `<div contenteditable="true"><p><a href="/">${secret}</a></p></div>`,
      (secret: string) => `<div contenteditable="" role="textbox">${secret}</div>`,
      (secret: string) => `<span>${secret}</span>`,
      (secret: string) => `<button>Name <span data-typed="">${secret}</span></button>`,
      (secret: string) => `<button role="menuitemradio"><span data-typed="">${secret}</span></button>`,
      (secret: string) => `<div role="combobox"><b>${secret}</b></div>`,
    ];
    const around = [
      (inner: string) => inner,
      (inner: string) =>
        `<button>Save ${inner}</button>`.replace(/<span>.*<\/span>|<div role="combobox">.*<\/div>/, ''),
      (inner: string) => `<form aria-label="Form">${inner}</form>`,
      (inner: string) => `<div role="tab">Tab</div><main>${inner}</main>`,
    ];
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{4,12}$/),
        fc.constantFrom(...holders),
        fc.constantFrom(...around),
        (word, holder, wrap) => {
          const secret = `zz${word}zz`;
          draw(wrap(holder(secret)));
          for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) field.value = secret;
          for (const element of document.querySelectorAll('body *')) {
            expect(elementName(namedElement(element))).not.toContain(secret);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
