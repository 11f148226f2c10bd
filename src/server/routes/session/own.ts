import { ADMINISTRATION } from '../../../domain/permission.ts';

/** Changes of a person's own access appear in the log of administration. */
export const OWN_ACCESS = { feature: ADMINISTRATION } as const;
