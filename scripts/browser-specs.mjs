/** Browser tests of `npm run test:faults`: kills of browser and server, freezes, storms, other builds. */
export const FAULT_SPECS = ['builds', 'chaos', 'crash', 'device', 'frozen'];

/** Browser tests of `npm test` that need what only the whole browser has: Background Sync, notifications. The others run in the headless shell. */
export const WHOLE_SPECS = ['backgroundSync', 'push'];
