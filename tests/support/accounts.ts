/** The demo users (server/demo/accounts) with whom many tests sign in. */

/** Can read and write all data in Indonesia. */
export const EDITOR = 'id.editor@ops.example';
/** Can read all data in Indonesia. */
export const VIEWER = 'id.viewer@ops.example';
/** The System Admin of all countries. */
export const ADMIN = 'admin@ops.example';
