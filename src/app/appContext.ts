import { createContext, useContext } from 'react';
import type { Country } from '../domain/country.ts';
import type { MenuGroup, MenuPlace } from './menu.ts';

/** The values that the frame provides to its own parts and to the shell's pages. */
export interface Shell {
  entity: Country;
  /** Countries available to the person, in the server's order. */
  countries: readonly Country[];
  menu: readonly MenuGroup[];
  /** Whether a menu is cached for the entity; if not, that explains the empty navigation. */
  menuKnown: boolean;
  /** The open page's position in the menu. */
  place: MenuPlace | null;
  /** Switches the country and clears the previous country's filters. */
  switchTo: (country: Country) => void | Promise<void>;
  openPalette: () => void;
  openShortcuts: () => void;
  openQueue: () => void;
  openOfflineData: () => void;
  /** The person's own sessions, sign-ins and API tokens. */
  openAccess: () => void;
  /** Signs out, after asking if there are unsent changes. */
  signOut: (everywhere: boolean) => void;
  /** Installs the console as an app; null while the browser does not offer installation. */
  install: (() => void) | null;
}

export const ShellContext = createContext<Shell | null>(null);

/** The frame's context; available only inside the frame. */
export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell needs the frame above it');
  return shell;
}
