import { belongsToEntity, OWNERS, type IdScope, type Scope } from '../../contract/owner.ts';
import { columnName } from './names.ts';

/**
 * Where the owners of records are stored (contract/owner): the owners' table, and the name of the id column there and
 * in the records.
 */
export const OWNER_TABLES: Readonly<Record<IdScope, { table: string; column: string; audit: string }>> = {
  channel: { table: 'channels', column: columnName(OWNERS.channel.field), audit: 'channel_id' },
  '3pl': { table: 'three_pls', column: columnName(OWNERS['3pl'].field), audit: 'tpl_id' },
};

/** The channel or 3PL to which an audit entry refers (LOG-2). `id` is null unless it refers to exactly one. */
export const auditOwner = (scope: Scope, id: number | null): { channelId: number | null; tplId: number | null } => ({
  channelId: scope === 'channel' ? id : null,
  tplId: scope === '3pl' ? id : null,
});

/** The audit log column that identifies the owner of a scope's records; null for records of the entity. */
export const auditColumn = (scope: Scope): string | null => (belongsToEntity(scope) ? null : OWNER_TABLES[scope].audit);
