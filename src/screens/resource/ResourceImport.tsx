import { useMemo, type ComponentType } from 'react';
import { importById } from '../../contract/imports/registry.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Row } from '../../sync/types.ts';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import type { UploadConsequenceProps } from '../../ui/upload/uploadTypes.ts';
import { ImportDialog } from '../shared/imports/ImportDialog.tsx';

/** Imports a resource's records from spreadsheets. */
export function ResourceImport({
  close,
  resource,
  Consequence,
}: ListDialogProps<Row> & { resource: Resource; Consequence?: ComponentType<UploadConsequenceProps> }) {
  const declaration = useMemo(() => importById(resource.id), [resource]);
  return declaration ? <ImportDialog declaration={declaration} close={close} Consequence={Consequence} /> : null;
}
