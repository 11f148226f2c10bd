import { belongsToEntity, OWNERS, type IdScope, type Scope } from '../../contract/owner.ts';
import { columnName } from './names.ts';

/**
 * Where the owners of records are stored (contract/owner): their table, and the id column's name there and in the
 * records.
 */
export const OWNER_TABLES: Readonly<Record<IdScope, { table: string; column: string; audit: string }>> = {
  channel: { table: 'channels', column: columnName(OWNERS.channel.field), audit: 'channel_id' },
  '3pl': { table: 'three_pls', column: columnName(OWNERS['3pl'].field), audit: 'tpl_id' },
};

/** The channel or 3PL that an audit entry is about (LOG-2). `id` is null unless it is about exactly one. */
export const auditOwner = (scope: Scope, id: number | null): { channelId: number | null; tplId: number | null } => ({
  channelId: scope === 'channel' ? id : null,
  tplId: scope === '3pl' ? id : null,
});

/** The audit log column with the owner of a scope's records; null for records of the entity. */
export const auditColumn = (scope: Scope): string | null => (belongsToEntity(scope) ? null : OWNER_TABLES[scope].audit);
