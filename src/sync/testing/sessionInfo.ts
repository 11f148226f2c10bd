import type { SessionInfo } from '../../contract/session.ts';

/** A person who can read Indonesia's serviceable areas, unless `part` says otherwise. */
export const readerOf = (part: Partial<SessionInfo>): SessionInfo => ({
  userId: 1,
  email: 'a@x',
  name: 'A',
  privilege: 2,
  category: 0,
  currentEntity: 'ID',
  entityIds: [1],
  entities: [{ id: 1, name: 'Indonesia', country: 'ID', status: 0 }],
  permissionCodes: [],
  codesByEntity: { ID: ['channel_management.serviceable_area.read'] },
  whitelisted: true,
  ...part,
});
