/** Browser tests of `npm run test:faults`: killed browsers and servers, freezes, request storms, other builds. */
export const FAULT_SPECS = ['builds', 'chaos', 'crash', 'device', 'frozen'];

/**
 * Browser tests of `npm test` that need features of the full browser: Background Sync, notifications. The others run in
 * the headless shell.
 */
export const WHOLE_SPECS = ['backgroundSync', 'push'];
