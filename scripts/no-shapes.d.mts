import type { Plugin } from 'vite';
/** Removes zod and the shapes of calls from the console's files. */
export declare const noShapes: () => Plugin;
