import type { Theme } from '@fluentui/react-components';
import type { Plugin } from 'vite';
/** Writes Fluent's themes as style sheets at build time. */
export declare const themeSheets: (themes: Readonly<Record<'light' | 'dark' | 'contrast', Theme>>) => Plugin;
