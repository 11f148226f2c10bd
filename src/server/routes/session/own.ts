import { ADMINISTRATION } from '../../../domain/permission.ts';

/** Changes to a person's own access appear in the administration log. */
export const OWN_ACCESS = { feature: ADMINISTRATION } as const;
