import { setTimeout as pause } from 'node:timers/promises';
import { sourceOf, type ElementId, type Engine } from './engine.ts';

/** Roles used by the stories, and the elements that have them. */
const ROLES = {
  alert: '[role=alert]',
  button: 'button:not([role]), [role=button]',
  cell: 'td, [role=cell], [role=gridcell]',
  columnheader: 'th, [role=columnheader]',
  combobox: 'select, [role=combobox]',
  heading: 'h1, h2, h3, [role=heading]',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  option: '[role=option]',
  radio: 'input[type=radio], [role=radio]',
  switch: '[role=switch]',
  tab: '[role=tab]',
  textbox: 'input:not([type]), input[type=text], input[type=email], input[type=password], textarea, [role=textbox]',
} as const;
export type Role = keyof typeof ROLES;

/**
 * Identifies an element as a person would: by a role and its full name, or a pattern for it; `within` is a CSS selector
 * for an element that contains it.
 */
export interface Wanted {
  role: Role;
  name: string | RegExp;
  within?: string;
}

/** Time that a story waits for something to appear; engines differ greatly in how quickly they start workers. */
const WAIT = 90_000;
const PAUSE = 100;

/** Runs in the page: finds the first element with a given role and name that a person can see and reach. */
function findInPage(selector: string, name: string, flags: string | null, within: string | null): Element | null {
  const text = (node: Element | null): string => (node?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const nameOf = (node: Element): string => {
    const by = node.getAttribute('aria-labelledby');
    if (by !== null)
      return by
        .split(' ')
        .map(id => text(document.getElementById(id)))
        .join(' ')
        .trim();
    const label = node.getAttribute('aria-label');
    if (label !== null) return label.trim();
    const labels = (node as HTMLInputElement).labels;
    if (labels && labels.length > 0) return [...labels].map(text).join(' ');
    return text(node) || (node.getAttribute('title') ?? '');
  };
  const fits = (node: Element): boolean => {
    // The labels of required fields end with an asterisk.
    const said = nameOf(node).replace(/\s*\*$/, '');
    return flags === null ? said === name : new RegExp(name, flags).test(said);
  };
  // Elements covered by a modal dialog are out of reach, while those floating on top of it are not.
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1) ?? null;
  const reached = (node: Element): boolean =>
    node.getClientRects().length > 0 &&
    node.closest('[aria-hidden="true"], [inert]') === null &&
    (modal === null || modal.contains(node) || node.closest('[popover], [role=listbox]') !== null);
  for (const root of within === null ? [document] : document.querySelectorAll(within))
    for (const node of root.querySelectorAll(selector)) if (reached(node) && fits(node)) return node;
  return null;
}

/**
 * Runs in the page: scrolls an element into view, and returns whether a click at its center would hit it. The engines
 * click at the place where the element was a moment ago, so it must have stopped moving, e.g. while a dialog grows.
 */
async function canBeHit(selector: string, name: string, flags: string | null, within: string | null): Promise<boolean> {
  const node = findInPage(selector, name, flags, within);
  if (!node || node.matches(':disabled, [aria-disabled=true]')) return false;
  node.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const before = node.getBoundingClientRect();
  await new Promise(resolve => setTimeout(resolve, 100));
  const { left, top, width, height } = node.getBoundingClientRect();
  if (left !== before.left || top !== before.top) return false;
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const labels = [...((node as HTMLInputElement).labels ?? [])];
  return hit !== null && (node.contains(hit) || labels.some(label => label.contains(hit)));
}

const FIND = sourceOf(findInPage);
const CAN_BE_HIT = `(...args) => { const __name = f => f; ${findInPage.toString()}; return (${canBeHit.toString()})(...args); }`;

const said = ({ role, name, within }: Wanted): string =>
  `${role} ${String(name)}${within === undefined ? '' : ` in ${within}`}`;
const argsOf = ({ role, name, within }: Wanted): readonly unknown[] => [
  ROLES[role],
  typeof name === 'string' ? name : name.source,
  typeof name === 'string' ? null : name.flags,
  within ?? null,
];

/** The console in a browser under test, operated as a person would. */
export class Console {
  constructor(
    readonly engine: Engine,
    /** Origin at which the browser reaches the server. */
    readonly origin: string,
  ) {}

  open(path: string): Promise<void> {
    return this.engine.open(`${this.origin}${path}`);
  }

  reload(): Promise<void> {
    return this.engine.reload();
  }

  /** Calls a function in the page; the function can access only its arguments. */
  run<T, A extends readonly unknown[]>(page: (...args: A) => T | Promise<T>, ...args: A): Promise<T> {
    return this.engine.call<T>(sourceOf(page as (...args: never[]) => unknown), args);
  }

  /**
   * Waits until `look` returns a value other than null or false. While a page is being left or loaded, polling
   * continues.
   *
   * @throws Error that says what was expected and what the page shows
   */
  async until<T>(what: string, look: () => Promise<T | null | false>, wait = WAIT): Promise<T> {
    let fault = '';
    for (const end = Date.now() + wait; Date.now() < end; await pause(PAUSE)) {
      try {
        const found = await look();
        if (found !== null && found !== false) return found;
        fault = '';
      } catch (thrown) {
        fault = ` (${thrown instanceof Error ? thrown.message : String(thrown)})`;
      }
    }
    const shown = await this.shown().catch((thrown: unknown) => `nothing that it tells: ${String(thrown)}`);
    throw new Error(`${what}: not within ${wait / 1000} s${fault}. The page shows ${shown}`);
  }

  /** The page's URL and the beginning of its text, or of its dialog's text, for error messages. */
  private shown(): Promise<string> {
    return this.run(() => {
      const place = document.querySelector('dialog:modal') ?? document.querySelector('main') ?? document.body;
      return `${location.href}: ${(place as HTMLElement).innerText.replaceAll(/\s+/g, ' ').slice(0, 600)}`;
    });
  }

  find(wanted: Wanted, wait = WAIT): Promise<ElementId> {
    return this.until(said(wanted), () => this.engine.element(FIND, argsOf(wanted)), wait);
  }

  /** Whether the element currently exists. */
  async has(wanted: Wanted): Promise<boolean> {
    return (await this.engine.element(FIND, argsOf(wanted))) !== null;
  }

  /** Clicks the element as soon as it exists, is enabled and is not covered. */
  async click(wanted: Wanted): Promise<void> {
    await this.until(`click on ${said(wanted)}`, async () => {
      if (!(await this.engine.call<boolean>(CAN_BE_HIT, argsOf(wanted)))) return false;
      const node = await this.engine.element(FIND, argsOf(wanted));
      if (node === null) return false;
      await this.engine.click(node);
      return true;
    });
  }

  /** Replaces a field's text by typing. */
  async enter(wanted: Wanted, text: string): Promise<void> {
    await this.click(wanted);
    await this.run(() => (document.activeElement as HTMLInputElement).select());
    await this.engine.type(await this.find(wanted), text);
  }

  /** Sends keys to the focused element: text, or one of WebDriver's key codes. */
  async press(wanted: Wanted, keys: string): Promise<void> {
    await this.engine.type(await this.find(wanted), keys);
  }

  /** Selects files in a file input as soon as it is enabled. */
  async choose(css: string, paths: readonly string[]): Promise<void> {
    const input = sourceOf((selector: string) => document.querySelector(`${selector}:not(:disabled)`));
    await this.until(css, async () => {
      const element = await this.engine.element(input, [css]);
      if (element === null) return false;
      await this.engine.choose(element, paths);
      return true;
    });
  }

  /** Text of the first element that matches the selector; null if there is none. */
  text(css: string): Promise<string | null> {
    return this.run(selector => document.querySelector<HTMLElement>(selector)?.innerText.trim() ?? null, css);
  }

  /** Waits until the first element that matches the selector has the given text. */
  async shows(css: string, text: RegExp, wait = WAIT): Promise<string> {
    let last: string | null = null;
    const look = async () => {
      last = await this.text(css);
      return last !== null && text.test(last) ? last : null;
    };
    return this.until(`${css} with ${String(text)}`, look, wait).catch((fault: unknown) => {
      throw new Error(`${fault instanceof Error ? fault.message : String(fault)}\nIt said: ${String(last)}`);
    });
  }

  /** Waits for the given text in the pill in the top bar, which shows the state of the network and the queue. */
  pill(text: RegExp, wait = WAIT): Promise<string> {
    return this.shows('header output, header [role=status]', text, wait);
  }

  async gone(wanted: Wanted): Promise<void> {
    await this.until(`${said(wanted)} to go`, async () => !(await this.has(wanted)));
  }
}

/** WebDriver's code for a key, which is the same in both protocols. */
export const ENTER = '\uE007';
