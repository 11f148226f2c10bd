import type { AuditRow } from '../../contract/audit.ts';
import { auditLabel, parseFields } from '../../contract/auditLabel.ts';
import { MISSING } from '../../domain/format.ts';
import { countText } from '../../domain/import/countsText.ts';
import { useOwners } from '../../sync/hooks/useChannels.ts';

/** "12 channels" of a change of many records; null for any other write. */
function ownersText({ body }: AuditRow, ofThreePl: boolean): string | null {
  const count = parseFields(body)?.['owners'];
  return typeof count === 'number' ? countText(count, ofThreePl ? '3PL' : 'channel') : null;
}

/** "10021/ J&T Express"; "Unknown" for a channel or 3PL that is not cached, nothing for an import (LOG-6, LOG-8). */
export function SubjectCell({ row, tpl }: { row: AuditRow; tpl: boolean }) {
  const audit = auditLabel(row.url, row.body);
  // The log of a feature without a channel has entries of 3PLs among its own.
  const ofThreePl = tpl || audit.tplId !== null;
  const owners = useOwners(ofThreePl ? '3pl' : 'channel');
  if (audit.ofImport) return null;
  const id = ofThreePl ? audit.tplId : audit.channelId;
  if (id === null) return ownersText(row, ofThreePl) ?? MISSING;
  // Until they are read nothing is known to be unknown.
  if (owners === undefined) return <span>{id}</span>;
  const name = owners.find(({ channelId }) => channelId === id)?.name;
  const text = `${ofThreePl && !tpl ? '3PL ' : ''}${id}/ ${name ?? 'Unknown'}`;
  return <span data-full={text}>{text}</span>;
}
