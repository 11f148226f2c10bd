/** Names of the browser tests of `npm run test:faults`. */
export const FAULT_SPECS: readonly string[];
/** Names of the browser tests of `npm test` that need the full browser. */
export const WHOLE_SPECS: readonly string[];
