import * as z from 'zod/mini';
import { defineCall } from './call.ts';

/**
 * Returns a spreadsheet instead of an envelope. Each template has its own permission, that of its import, so the route
 * checks it (PERM-14).
 */
export const downloadTemplate = defineCall({
  id: 'templates.download',
  method: 'GET',
  path: '/templates/{fileName}',
  input: z.object({ fileName: z.string().check(z.minLength(1), z.maxLength(100)) }),
  output: z.never(),
  permission: 'signedIn',
  offline: 'network',
  summary: "Returns an import's template with headers, an example row, and notes on each column (UPLOAD-8, G64)",
});
