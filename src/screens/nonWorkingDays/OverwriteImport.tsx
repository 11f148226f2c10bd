import { useState } from 'react';
import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import type { Row } from '../../sync/types.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { ResourceImport } from '../resource/ResourceImport.tsx';

/** The import, behind the warning that must be accepted (NWD-12). */
export function OverwriteImport(props: ListDialogProps<Row>) {
  const [isAccepted, setAccepted] = useState(false);
  if (isAccepted) return <ResourceImport {...props} resource={nonWorkingDays} />;
  return (
    <ConfirmDialog
      title="This will overwrite all Non-Working Schedule for your channel, continue?"
      focus="cancel"
      onConfirm={() => setAccepted(true)}
      onCancel={props.close}
    />
  );
}
