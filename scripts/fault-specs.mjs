/**
 * Browser tests of `npm run test:faults`: kills of browser and server, freezes, storms, other builds, and what only the whole
 * browser has (Background Sync). They run in the browser that people use; all others in the headless shell.
 */
export const FAULT_SPECS = ['backgroundSync', 'builds', 'chaos', 'crash', 'device', 'frozen'];
