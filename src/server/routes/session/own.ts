import { ADMINISTRATION } from '../../../domain/permission.ts';

/** Changes of one's own access are in the log of administration. */
export const OWN_ACCESS = { feature: ADMINISTRATION } as const;
