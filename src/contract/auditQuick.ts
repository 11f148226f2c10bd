import { fold } from '../domain/fold.ts';
import { quickFinds, quickWords } from '../domain/quickFind.ts';
import type { AuditRow } from './audit.ts';
import { auditLabel } from './auditLabel.ts';
import { OWNERS } from './owner.ts';
import { quickFields, type Resource } from './resource.ts';
import { RESOURCES } from './resources/all.ts';

/**
 * Defines what the log's quick search covers: the ids of the record and of its channel or 3PL, the record's names
 * before and after the change, the operator, and the names of imported files. The server implements the same search in
 * SQL (server/routes/audit/quick). It also finds imports by their channel, although their entries do not contain it.
 */

/** The part of a record's key after the owner. */
export const subjectOf = (key: string): string => key.split('/')[1] ?? key;

/** The id fields and the name fields of a feature's records. */
export function quickColumns(
  feature: string,
  resources: readonly Resource[] = RESOURCES,
): { ids: string[]; names: string[] } {
  const ids = new Set<string>();
  // A place's name. Places are not a declared resource, but they can be renamed.
  const names = new Set(['name']);
  for (const resource of resources.filter(own => own.feature === feature)) {
    const { nameField } = OWNERS[resource.scope];
    if (nameField !== null) names.add(nameField);
    for (const name of quickFields(resource)) {
      const isId = ['place', 'channel'].includes(resource.fields[name]?.kind ?? '');
      (isId ? ids : names).add(name);
    }
  }
  return { ids: [...ids], names: [...names] };
}

const recordOf = (json: string): Readonly<Record<string, unknown>> =>
  (JSON.parse(json) as Record<string, unknown> | null) ?? {};

/** Whether an entry of a feature's log matches every word of a quick search. */
export function auditFinds(row: AuditRow, feature: string, quick: string): boolean {
  const { channelId, tplId, fileNames } = auditLabel(row.url, row.body);
  const { ids, names } = quickColumns(feature);
  const records = [recordOf(row.before), recordOf(row.after)];
  const values: unknown[] = [
    row.email,
    ...[channelId, tplId].filter(id => id !== null),
    ...fileNames,
    ...records.flatMap(record => [...ids, ...names].map(name => record[name])),
  ];
  const subject = row.record === null ? '' : fold(subjectOf(row.record));
  return quickWords(quick).every(word => subject.startsWith(word) || values.some(value => quickFinds(value, word)));
}
