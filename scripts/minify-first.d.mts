import type { Plugin } from 'vite';

/** Minifies the chunks of these names once more. */
export function minifyFirst(names: readonly string[]): Plugin;
