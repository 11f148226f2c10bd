import type { AuditRow } from '../../contract/audit.ts';
import { auditLabel } from '../../domain/auditLabel.ts';
import { MISSING } from '../../domain/format.ts';
import { useChannels } from '../../sync/hooks/useChannels.ts';

/** "10021/ J&T Express"; "Unknown" for a channel that is not held, nothing for an import (LOG-6, LOG-8). */
export function SubjectCell({ row, tpl }: { row: AuditRow; tpl: boolean }) {
  const channels = useChannels();
  const audit = auditLabel(row.url, row.body);
  if (audit.kind === 'Import') return null;
  const id = tpl ? audit.tplId : audit.channelId;
  if (id === null) return MISSING;
  // Until the channels are read nothing is known to be unknown.
  if (!tpl && channels === undefined) return <span>{id}</span>;
  const name = tpl ? undefined : channels?.find(channel => channel.channelId === id)?.name;
  return <span data-full={`${id}/ ${name ?? 'Unknown'}`}>{`${id}/ ${name ?? 'Unknown'}`}</span>;
}
