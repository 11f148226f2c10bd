import { createContext, useContext } from 'react';
import type { Country } from '../domain/country.ts';
import { CATEGORY, type Category } from '../domain/permission.ts';

/** The action that a notice offers in addition to its text. */
export interface NoticeOffer {
  label: string;
  run: () => void;
}

/** The content of a notice about a record. */
export interface NoticeAbout {
  /** success: the server has accepted it. info: it is only on this device. */
  kind: 'success' | 'info';
  text: string;
  /** The name of the record. */
  detail: string;
  /** Address in the console of the record in `detail`. */
  href?: string;
  offer?: NoticeOffer;
}

/** A notice about a record, whose text changes with the record's status. Nothing is shown until `say` is called. */
export interface OpenNotice {
  /** Shows this text instead of the previous one. */
  say(about: NoticeAbout): void;
  /** Withdraws the notice because it is no longer true. */
  withdraw(): void;
  isShown(): boolean;
}

/**
 * Notices of the shell: errors stay until they are closed, the others disappear by themselves, those with an action a
 * little later.
 */
export interface Notify {
  success(text: string, offer?: NoticeOffer): void;
  /** Neither good nor bad news. `detail` names the record. */
  info(text: string, detail?: string): void;
  warning(text: string): void;
  error(text: string): void;
  open(): OpenNotice;
}

/** The draft of one open form. */
export interface FormDraft {
  /** Fields from a form of the same record whose tab was closed; null if none are kept. */
  readonly kept: Readonly<Record<string, unknown>> | null;
  /** Keeps the fields that differ from the form's initial values. */
  save(changes: Readonly<Record<string, unknown>>): Promise<void>;
  remove(): Promise<void>;
  /** The form is closed: the next form of the record may restore its draft. */
  release(): void;
}

/** The person's unsent forms; the app keeps them on this device until they are applied, cancelled or discarded. */
export interface DraftStore {
  /**
   * Opens the draft of a form; each open form has its own.
   *
   * @param key country, screen and record
   * @param onElsewhere called whenever it changes whether another tab had already opened a form of the record
   * @param former key that the form had before its record had a number; null if it had none
   */
  open(key: string, onElsewhere: (open: boolean) => void, former?: () => Promise<string | null>): Promise<FormDraft>;
}

/**
 * Whether an open dialog blocks the browser's Back or Forward; it may call `leave` later to continue the navigation.
 */
export type LeaveGuard = (leave: () => void) => boolean;

/** What shared components need to know about the person and the environment; provided by the app. */
export interface Ui {
  /** Whether the person has a permission code in the current entity; false while nobody is signed in (PERM-6). */
  can(code: string): boolean;
  entity: Country;
  /** Countries that the person works in, including the current one. */
  countries: readonly Country[];
  /** Makes another of them the current one; the address stays the same. */
  switchCountry(country: Country): void;
  /** IANA time zone of the current entity: every instant is shown in it (LIST-13, G72). */
  timeZone: string;
  notify: Notify;
  /** False once an attempt to reach the server failed. */
  online: boolean;
  /** Stable key of the person, under which their settings are remembered (density, shown columns). */
  userKey: string;
  /**
   * Who is signed in. `admin`: an administrator of the system or of an entity. `category`: what they work with
   * (PERM-17).
   */
  person: { email: string; admin: boolean; category: Category };
  /** Omitted if nothing can be stored. */
  drafts?: DraftStore;
  /** Calls a guard before Back or Forward, until the returned function is called; omitted if there is no history. */
  guardLeaving?: (guard: LeaveGuard) => () => void;
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
  online: true,
  userKey: 'nobody',
  person: { email: '', admin: false, category: CATEGORY.all },
};

/** Outside a provider nothing is allowed, so a guard renders nothing. */
export const UiContext = createContext<Ui>(nobody);

export const useUi = (): Ui => useContext(UiContext);
