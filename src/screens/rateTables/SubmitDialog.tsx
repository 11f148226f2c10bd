import { useState } from 'react';
import { Spinner } from '@fluentui/react-components';
import type { RateVersionRow } from '../../contract/rateTable/versions.ts';
import type { RowRef } from '../../domain/rates/rows.ts';
import { writeRateTable } from '../../sync/actions/rateTables.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useFamily } from './family.tsx';
import { Findings } from './Findings.tsx';
import { versionTitle } from './versionState.tsx';

interface SubmitDialogProps {
  version: RateVersionRow;
  onClose: () => void;
  onLead: (row: RowRef) => void;
  onSubmitted: () => void;
}

/** Makes the server check that nothing is missing and that all places are known, then submits the draft. */
export function SubmitDialog({ version, onClose, onLead, onSubmitted }: SubmitDialogProps) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  const { calls } = useFamily();
  const read = useAdministration(calls.findings, { id: version.id });
  const complete = read.data?.complete === true;
  // Exactly the version that was checked is submitted: if a colleague changes the draft in the meantime, the server
  // refuses.
  const [seen] = useState({ id: version.id, version: version.version });
  return (
    <ConfirmDialog
      title={`Submit ${versionTitle(version)}?`}
      size="form"
      confirmLabel="Submit"
      onCancel={onClose}
      onConfirm={async () => {
        if (!complete) throw new Error('A version with errors cannot be submitted. Correct them, then submit again.');
        await writeRateTable(client, entity, calls.submit, seen);
        notify.success(`${versionTitle(version)} has been submitted. Set the time at which it takes effect.`);
        onSubmitted();
      }}
    >
      {read.problem !== null && <p role="alert">{read.problem}</p>}
      {read.data === null && read.problem === null && (
        <Spinner size="tiny" label="Checking every zone, weight and place" />
      )}
      {read.data && (
        <Findings
          findings={read.data.list}
          note={
            complete
              ? 'Its rows are sealed and cannot be changed afterward, but you can edit a copy.'
              : 'Select an item to go to its cell. Warnings do not prevent submission.'
          }
          onLead={onLead}
        />
      )}
    </ConfirmDialog>
  );
}
