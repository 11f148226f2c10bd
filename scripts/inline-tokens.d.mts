import type { Plugin } from 'vite';
/** Writes the values of Fluent's tokens where they are named. */
export declare const inlineTokens: () => Plugin;
