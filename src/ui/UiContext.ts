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

/** Unsent forms of the person, by screen and record; the app keeps them on this device until applied, cancelled or signed out. */
export interface DraftStore {
  /** Fields that differ from how the form opened; null when none are kept. */
  load(key: string): Promise<Readonly<Record<string, unknown>> | null>;
  save(key: string, changes: Readonly<Record<string, unknown>>): Promise<void>;
  remove(key: string): Promise<void>;
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
