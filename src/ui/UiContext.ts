import { createContext, useContext } from 'react';
import type { Country } from '../domain/country.ts';

/** What a notice offers beside its words. */
export interface NoticeOffer {
  label: string;
  run: () => void;
}

/** Notices of the shell: errors stay until closed, the others leave by themselves, one with an offer a little later. */
export interface Notify {
  success(text: string, offer?: NoticeOffer): void;
  warning(text: string): void;
  error(text: string): void;
}

/** The draft of one open form. */
export interface FormDraft {
  /** Fields that a form of the same record was left with when its tab went; null when none are kept. */
  readonly kept: Readonly<Record<string, unknown>> | null;
  /** Keeps the fields that differ from how the form opened. */
  save(changes: Readonly<Record<string, unknown>>): Promise<void>;
  remove(): Promise<void>;
  /** The form is gone: the next one of the record may take over what is kept. */
  release(): void;
}

/** Unsent forms of the person; the app keeps them on this device until they are applied, cancelled or given up. */
export interface DraftStore {
  /**
   * Opens the draft of a form; each open form has its own.
   *
   * @param key country, screen and record
   * @param onElsewhere hears whether a form of the record was open in another tab before this one, as that changes
   */
  open(key: string, onElsewhere: (open: boolean) => void): Promise<FormDraft>;
}

/** What shared components need to know of the person and the place; the app provides it. */
export interface Ui {
  /** Whether the person holds a permission code in the current entity; false while nobody is signed in (PERM-6). */
  can(code: string): boolean;
  entity: Country;
  /** IANA zone of the current entity: every instant is shown in it (LIST-13, G72). */
  timeZone: string;
  notify: Notify;
  /** False once an attempt to reach the server failed. */
  online: boolean;
  /** Stable key of the person; names what is remembered for them (density, shown columns). */
  userKey: string;
  /** Left out where nothing can be kept. */
  drafts?: DraftStore;
}

const nobody: Ui = {
  can: () => false,
  entity: 'ID',
  timeZone: 'UTC',
  notify: { success: () => undefined, warning: () => undefined, error: () => undefined },
  online: true,
  userKey: 'nobody',
};

/** Outside a provider nothing is allowed: a guard then renders nothing. */
export const UiContext = createContext<Ui>(nobody);

export const useUi = (): Ui => useContext(UiContext);
