import { createLightTheme, type Theme } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { reportError } from '../monitoring.ts';
import { useMediaQuery } from '../useMediaQuery.ts';
import { brand } from './brand.ts';
import { themeChoice, useThemeChoice, type ThemeChoice } from './themeChoice.ts';

export type ThemeName = 'light' | 'dark' | 'contrast';

const FORCED = '(forced-colors: active)';
const DARK = '(prefers-color-scheme: dark)';
const PAPER = 'print';

/** Themes whose code is in; the light one always is, so that most people load one only. */
const loaded: Partial<Record<ThemeName, Theme>> & { light: Theme } = { light: createLightTheme(brand) };

const load = {
  light: async () => loaded.light,
  dark: async () => (await import('./darkTheme.ts')).darkTheme,
  contrast: async () => (await import('./contrastTheme.ts')).contrastTheme,
};

/** Paper is white; else the system's high contrast before everything, then the person's choice, then the system's scheme. */
const wanted = (paper: boolean, forced: boolean, systemDark: boolean, choice: ThemeChoice): ThemeName => {
  if (paper) return 'light';
  if (forced) return 'contrast';
  return choice === 'dark' || (choice === 'system' && systemDark) ? 'dark' : 'light';
};

async function loadTheme(name: ThemeName): Promise<void> {
  try {
    loaded[name] = await load[name]();
  } catch (error) {
    // Its code could not be had; the theme that is shown stays.
    reportError('theme', error);
  }
}

/** Loads the theme that the first paint needs. */
export const loadFirstTheme = (): Promise<void> =>
  loadTheme(wanted(false, matchMedia(FORCED).matches, matchMedia(DARK).matches, themeChoice()));

/** Theme of now; while another one's code is on its way, the one before it. */
export function useTheme(): { theme: Theme; name: ThemeName } {
  const name = wanted(useMediaQuery(PAPER), useMediaQuery(FORCED), useMediaQuery(DARK), useThemeChoice());
  const [shown, setShown] = useState<ThemeName>(loaded[name] ? name : 'light');
  useEffect(() => {
    let current = true;
    void loadTheme(name).then(() => current && loaded[name] && setShown(name));
    return () => {
      current = false;
    };
  }, [name]);
  // One that is in is shown at once.
  const now = loaded[name] ? name : shown;
  return { theme: loaded[now] ?? loaded.light, name: now };
}
