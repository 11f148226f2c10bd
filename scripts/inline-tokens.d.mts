import type { Plugin } from 'vite';
/** Replaces references to Fluent's tokens with their values. */
export declare const inlineTokens: () => Plugin;
