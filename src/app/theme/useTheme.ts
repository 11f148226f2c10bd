import 'virtual:theme/light.css';
import { useEffect, useLayoutEffect, useState } from 'react';
import { reportError } from '../monitoring.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { themeChoice, useThemeChoice, type ThemeChoice } from './themeChoice.ts';

/**
 * The themes are style sheets written by the build (scripts/theme-sheets): the light one always applies, and the others
 * apply according to the page's `data-theme`.
 */
export type ThemeName = 'light' | 'dark' | 'contrast';

const FORCED = '(forced-colors: active)';
const DARK = '(prefers-color-scheme: dark)';
const PAPER = 'print';

/** Themes whose sheet is loaded; the light one always is, so most people load only one. */
const loaded = new Set<ThemeName>(['light']);

const load = {
  light: async () => undefined,
  dark: async () => await import('virtual:theme/dark.css'),
  contrast: async () => await import('virtual:theme/contrast.css'),
};

/**
 * Paper is white; otherwise the system's high contrast takes precedence, then the person's choice, then the system's
 * scheme.
 */
const wanted = (paper: boolean, forced: boolean, systemDark: boolean, choice: ThemeChoice): ThemeName => {
  if (paper) return 'light';
  if (forced) return 'contrast';
  return choice === 'dark' || (choice === 'system' && systemDark) ? 'dark' : 'light';
};

async function loadTheme(name: ThemeName): Promise<void> {
  try {
    await load[name]();
    loaded.add(name);
  } catch (error) {
    // The theme's sheet could not be loaded, so the current theme stays.
    reportError('theme', error);
  }
}

/** Loads the theme that the first paint needs. */
export const loadFirstTheme = (): Promise<void> =>
  loadTheme(wanted(false, matchMedia(FORCED).matches, matchMedia(DARK).matches, themeChoice()));

/** Shows the page in the current theme, or in the previous one while the new sheet is loading. */
export function useTheme(): void {
  const name = wanted(useMedia(PAPER), useMedia(FORCED), useMedia(DARK), useThemeChoice());
  const [shown, setShown] = useState<ThemeName>(loaded.has(name) ? name : 'light');
  useEffect(() => {
    let current = true;
    void loadTheme(name).then(() => current && loaded.has(name) && setShown(name));
    return () => {
      current = false;
    };
  }, [name]);
  // A loaded theme is applied immediately.
  const now = loaded.has(name) ? name : shown;
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement;
    dataset['theme'] = now;
    // The browser's own UI (scroll bars, date pickers, the install bar) follows the theme.
    style.colorScheme = now === 'contrast' ? '' : now;
  }, [now]);
}
