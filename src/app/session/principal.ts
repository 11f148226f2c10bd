import type { SessionInfo } from '../../contract/session.ts';
import type { Principal } from '../../domain/permission.ts';

/** What permission checks need from a session. */
export const principalOf = (info: SessionInfo): Principal => ({ privilege: info.privilege, codes: info.codesByEntity });
