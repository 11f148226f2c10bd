import { OPERATOR_TYPES } from '../../contract/audit.ts';
import { isUpdated, labelOf, QUICK, type Resource } from '../../contract/resource.ts';
import { ADMINISTRATION } from '../../domain/permission.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import type { FilterDefinition } from '../../ui/list/filters.ts';

/** The fields of a feature's records that edits can change, without duplicates. */
function fieldOptions(feature: string): { value: string; label: string }[] {
  const resources = RESOURCES.filter(resource => resource.feature === feature) as readonly Resource[];
  const named = resources.flatMap(resource =>
    Object.keys(resource.fields)
      .filter(name => isUpdated(resource, name))
      .map((name): [string, string] => [name, labelOf(resource, name)]),
  );
  return [...new Map(named)].map(([value, label]) => ({ value, label }));
}

/** Only the administration log contains read-only operations, such as viewing a user's menu. */
const operationOptions = (feature: string) =>
  OPERATOR_TYPES.filter(value => value !== 'View' || feature === ADMINISTRATION).map(value => ({
    value,
    label: value,
  }));

/** The filters of a feature's log; the field filter is omitted if edits cannot change any field of its records. */
export function logFilters(feature: string): FilterDefinition[] {
  const fields = fieldOptions(feature);
  return [
    { key: 'record', label: 'Record ID', kind: 'text', maxLength: 200 },
    { key: 'email', label: 'Operator', kind: 'text', maxLength: 200 },
    { key: 'operation', label: 'Operation', kind: 'select', options: operationOptions(feature) },
    ...(fields.length > 0
      ? [
          {
            key: 'field',
            label: 'Changed field',
            kind: 'select',
            options: fields,
          } as const,
        ]
      : []),
    { key: 'from', label: 'From day', kind: 'day' },
    { key: 'to', label: 'To day', kind: 'day' },
    { key: QUICK, label: 'Quick find', kind: 'quick' },
  ];
}
