/** People of the demo (server/demo/accounts) that many tests sign in as. */

/** Reads and writes everything in Indonesia. */
export const EDITOR = 'id.editor@ops.example';
/** Reads everything in Indonesia. */
export const VIEWER = 'id.viewer@ops.example';
/** The System Admin, in every country. */
export const ADMIN = 'admin@ops.example';
