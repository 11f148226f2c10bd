import { createContext, useContext } from 'react';
import type { Country } from '../domain/country.ts';
import { CATEGORY, type Category } from '../domain/permission.ts';

/** An action offered by a notice in addition to its text. */
export interface NoticeOffer {
  label: string;
  run: () => void;
}

/** What a notice says about a record. */
export interface NoticeAbout {
  /** success: the server has accepted the change. info: the change is only on this device. */
  kind: 'success' | 'info';
  text: string;
  /** The record's name. */
  detail: string;
  /** Console path of the record in `detail`. */
  href?: string;
  offer?: NoticeOffer;
}

/** A notice about a record, whose text follows the record's state. Not shown until `say` is called. */
export interface OpenNotice {
  /** Replaces the text of the notice. */
  say(about: NoticeAbout): void;
  /** Removes the notice, because it is no longer true. */
  withdraw(): void;
  isShown(): boolean;
}

/**
 * The shell's notices: errors stay until they are closed; all others disappear on their own, and those with an action
 * slightly later.
 */
export interface Notify {
  success(text: string, offer?: NoticeOffer): void;
  /** A neutral message. `detail` is the name of the record. */
  info(text: string, detail?: string): void;
  warning(text: string): void;
  error(text: string): void;
  open(): OpenNotice;
}

/** The draft of one open form. */
export interface FormDraft {
  /** The fields preserved from a form of the same record in a closed tab; null if there are none. */
  readonly kept: Readonly<Record<string, unknown>> | null;
  /** The values that these fields had before the person changed them; null or omitted if they are unknown. */
  readonly base?: Readonly<Record<string, unknown>> | null;
  /**
   * Saves the fields that differ from the form's initial values, and their initial values, unless the form itself keeps
   * what it replaced.
   */
  save(changes: Readonly<Record<string, unknown>>, base?: Readonly<Record<string, unknown>>): Promise<void>;
  remove(): Promise<void>;
  /** Called when the form is closed: the record's next form may restore the draft. */
  release(): void;
}

/** The person's unsent forms; the app stores them on this device until they are applied, canceled or discarded. */
export interface DraftStore {
  /**
   * Opens a form's draft; each open form has its own.
   *
   * @param key country, screen and record
   * @param onElsewhere called whenever another tab, which had the record open earlier, opens or closes a form of it
   * @param former the form's key from before its record was numbered; null if there is none
   */
  open(key: string, onElsewhere: (open: boolean) => void, former?: () => Promise<string | null>): Promise<FormDraft>;
}

/**
 * Returns whether an open dialog blocks the browser's Back or Forward; it may call `leave` later to continue the
 * navigation.
 */
export type LeaveGuard = (leave: () => void) => boolean;

export interface GuardOptions {
  /** The browser also asks before the page is reloaded or closed; for what no draft restores. Defaults to false. */
  unload?: boolean;
}

/** A secret that the server shows once: it stores only a hash, or shows it to nobody again. */
export interface OnceShown {
  title: string;
  /** The accessible name of the secret, such as "API token". */
  label: string;
  /** The secret, or several of them, one a line. */
  value: string;
  /** What to do with it. */
  text: string;
  /** What went wrong, so that the secret is needed. */
  problem?: string;
  example?: { text: string; code: string };
  /** Saves several secrets to a file. */
  save?: { label: string; run: () => Promise<void> };
}

/** What shared components need to know about the person and the environment; provided by the app. */
export interface Ui {
  /**
   * Whether the person has a permission code in the current entity; always false while nobody is signed in (PERM-6).
   */
  can(code: string): boolean;
  entity: Country;
  /** The countries available to the person, including the current one. */
  countries: readonly Country[];
  /** Switches to another of these countries without changing the URL. */
  switchCountry(country: Country): void;
  /** The current entity's IANA time zone, in which every instant is displayed (LIST-13, G72). */
  timeZone: string;
  notify: Notify;
  /**
   * Shows a secret in a dialog of the shell. It stays until it is closed, also if the page that requested it is gone by
   * then: a switch of the country replaces every page.
   */
  showOnce(secret: OnceShown): void;
  /** False after a failed attempt to reach the server. */
  online: boolean;
  /** A stable key for the person, under which their settings (density, visible columns) are stored. */
  userKey: string;
  /**
   * The signed-in person. `admin`: an administrator of the system or of an entity. `category`: the category they work
   * with (PERM-17).
   */
  person: { email: string; admin: boolean; category: Category };
  /** Omitted if the browser has no storage. */
  drafts?: DraftStore;
  /**
   * Registers a guard that is called before Back or Forward; the returned function removes it. Omitted if there is no
   * history.
   */
  guardLeaving?: (guard: LeaveGuard, options?: GuardOptions) => () => void;
}

const nobody: Ui = {
  can: () => false,
  entity: 'ID',
  countries: ['ID'],
  switchCountry: () => undefined,
  timeZone: 'UTC',
  notify: {
    success: () => undefined,
    info: () => undefined,
    warning: () => undefined,
    error: () => undefined,
    open: () => ({ say: () => undefined, withdraw: () => undefined, isShown: () => false }),
  },
  showOnce: () => undefined,
  online: true,
  userKey: 'nobody',
  person: { email: '', admin: false, category: CATEGORY.all },
};

/** Without a provider, no permission is granted, so guards render nothing. */
export const UiContext = createContext<Ui>(nobody);

export const useUi = (): Ui => useContext(UiContext);
