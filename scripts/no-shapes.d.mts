import type { Plugin } from 'vite';
/** Removes zod and the calls' schemas from the console's bundle. */
export declare const noShapes: () => Plugin;
