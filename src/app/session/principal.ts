import type { SessionInfo } from '../../contract/session.ts';
import type { Principal } from '../../domain/permission.ts';

/** The part of a session that permission checks require. */
export const principalOf = (info: SessionInfo): Principal => ({ privilege: info.privilege, codes: info.codesByEntity });
