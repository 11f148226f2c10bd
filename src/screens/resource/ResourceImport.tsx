import { useMemo } from 'react';
import { importById } from '../../contract/imports/registry.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Row } from '../../sync/types.ts';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { ImportDialog } from '../shared/imports/ImportDialog.tsx';

/** Imports a resource's records from spreadsheets. */
export function ResourceImport({ close, resource }: ListDialogProps<Row> & { resource: Resource }) {
  const declaration = useMemo(() => importById(resource.id), [resource]);
  return declaration ? <ImportDialog declaration={declaration} close={close} /> : null;
}
