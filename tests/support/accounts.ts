/** The demo users (server/demo/accounts) as whom many tests sign in. */

/** Can read and write everything in Indonesia. */
export const EDITOR = 'id.editor@ops.example';
/** Can read everything in Indonesia. */
export const VIEWER = 'id.viewer@ops.example';
/** The System Admin of all countries. */
export const ADMIN = 'admin@ops.example';
