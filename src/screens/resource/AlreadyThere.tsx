import { useEffect } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { OWNERS } from '../../contract/owner.ts';
import { isOfEntity, isUpdated, keyOf, ownerField, type Resource } from '../../contract/resource.ts';
import { formatQ } from '../../domain/listQuery.ts';
import { useOnDevice } from '../../sync/hooks/useOnDevice.ts';
import type { ListSource, Row } from '../../sync/types.ts';
import { useLinkStyles } from '../../ui/linkStyles.ts';
import { choiceTexts } from '../shared/recordWords.ts';

/** Filters of a resource's list that match a record and hardly any other: the record's value for each filter. */
export function filtersOfRecord(resource: Resource, record: Row): Row {
  const found = Object.entries(resource.filters).flatMap(([name, { is, in: fields = [name] }]): [string, unknown][] => {
    if (is === 'owner') return [[name, record[ownerField(resource)]]];
    if (is === 'shown') return [];
    const value = fields.map(field => record[field]).findLast(given => given !== undefined && given !== '');
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(found.filter(([name]) => !isUpdated(resource, name)));
}

/** Why a record cannot be created. */
export const alreadyThere = (resource: Resource, record: Row): string =>
  [
    isOfEntity(resource)
      ? `The ${resource.title(record)} already exists`
      : `${OWNERS[resource.scope].title} ${String(record[ownerField(resource)])} already has the ${resource.title(record)}`,
    ...choiceTexts(resource, record),
  ].join(', ');

interface AlreadyThereProps {
  resource: Resource;
  source: ListSource<Row, Row>;
  /** Path of the resource's list. */
  path: string;
  /** The record to be created; null while it is incomplete. */
  record: Row | null;
  /** Whether the field's own error message already says so. */
  said: boolean;
  /** The existing record on this device; null if there is none. */
  onFound: (row: Row | null) => void;
  /** Closes the form. */
  close: () => void;
}

/** Says that this device already has the record to be created, and links to its row. */
export function AlreadyThere({ resource, source, path, record, said, onFound, close }: AlreadyThereProps) {
  const styles = useLinkStyles();
  const navigate = useNavigate();
  const filters = record && filtersOfRecord(resource, record);
  const row = useOnDevice(source, filters, record ? keyOf(resource, record) : '')?.row ?? null;
  useEffect(() => onFound(row), [row, onFound]);
  if (!row) return null;
  const show = () => {
    close();
    void navigate({ href: `${path}?q=${encodeURIComponent(formatQ(filtersOfRecord(resource, row)) ?? '')}` });
  };
  return (
    <output>
      {!said && `${alreadyThere(resource, row)}. `}
      <button type="button" className={styles.link} onClick={show}>
        Show it in the list
      </button>
    </output>
  );
}
