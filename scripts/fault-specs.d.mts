/** Names of the browser tests of `npm run test:faults`. */
export const FAULT_SPECS: readonly string[];
