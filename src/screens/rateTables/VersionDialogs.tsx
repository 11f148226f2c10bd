import type { RateVersionRow } from '../../contract/rateTable/versions.ts';
import type { RowRef } from '../../domain/rates/rows.ts';
import { applyDraft, type ReadVersion } from '../../sync/actions/rateTables.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useWritten } from '../shared/useUndo.ts';
import { useFamily } from './family.tsx';
import { SettingsDialog } from './settingsForm.tsx';
import { SubmitDialog } from './SubmitDialog.tsx';

/** The dialogs of a version: settings, submission, and the confirmation before typed input is discarded. */
export type VersionDialog = 'settings' | 'discard' | 'submit';

interface VersionDialogsProps {
  dialog: VersionDialog | null;
  version: RateVersionRow;
  read: ReadVersion;
  close: () => void;
  onDiscard: () => void;
  goToRow: (row: RowRef) => void;
  onChanged: () => void;
}

/** The dialog that is open, if any. */
export function VersionDialogs({ dialog, version, read, close, onDiscard, goToRow, onChanged }: VersionDialogsProps) {
  const { client, entity } = useSync();
  const { family } = useFamily();
  const written = useWritten();
  return (
    <>
      {dialog === 'discard' && (
        <ConfirmDialog
          title="Discard your changes?"
          confirmLabel="Discard"
          destructive
          focus="cancel"
          onCancel={close}
          onConfirm={() => {
            onDiscard();
            close();
          }}
        >
          The version on the server is not changed.
        </ConfirmDialog>
      )}
      {dialog === 'settings' && (
        <SettingsDialog
          version={read.version}
          country={entity}
          onClose={close}
          onApply={async ({ name, remark, settings }) => {
            const header = { name, remark, settings: { ...read.rows.settings, ...settings } };
            const [entry] = await applyDraft(client, entity, family, read, [], header);
            close();
            if (entry) written('Base info changed', entry);
          }}
        />
      )}
      {dialog === 'submit' && (
        <SubmitDialog
          version={version}
          onClose={close}
          onLead={row => {
            close();
            goToRow(row);
          }}
          onSubmitted={() => {
            close();
            onChanged();
          }}
        />
      )}
    </>
  );
}
