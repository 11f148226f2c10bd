import type { Plugin } from 'vite';
/** Leaves zod and the shapes of calls out of the console's files. */
export declare const noShapes: () => Plugin;
