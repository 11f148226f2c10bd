import { ADMINISTRATION } from '../../../domain/permission.ts';

/** Changes that people make to their own access are in the administration log. */
export const OWN_ACCESS = { feature: ADMINISTRATION } as const;
