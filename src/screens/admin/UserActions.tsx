import {
  deleteUser,
  endUserSessions,
  removePasskeys,
  renewPasswordLink,
  updateUser,
  type UserRow,
} from '../../contract/admin.ts';
import { administer } from '../../sync/actions/administer.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DeletionQuestion } from '../shared/DeletionQuestion.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { passwordLink } from './passwordLink.ts';
import { seenText } from './seen.ts';

type Props = ListDialogProps<UserRow>;

/** Deletes a user: disables the account and ends its sessions, but keeps the e-mail address and the log. */
export function DisableUser({ item, close, refresh }: Props) {
  const { client, entity } = useSync();
  if (!item) return null;
  const { email } = item.row;
  return (
    <DeletionQuestion
      title={`Delete ${email}?`}
      done={`Delete Successfully: ${email}`}
      deletion={() => administer(client, entity, deleteUser, { id: email })}
      onDeleted={refresh}
      close={close}
    >
      The account is disabled and its sessions end immediately. The address stays reserved, the log is kept, and you can
      restore the account.
    </DeletionQuestion>
  );
}

/** Re-enables a disabled account. */
export function RestoreUser({ item, close, refresh }: Props) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  if (!item) return null;
  const { email, version } = item.row;
  return (
    <ConfirmDialog
      title={`Restore ${email}?`}
      onCancel={close}
      onConfirm={async () => {
        await administer(client, entity, updateUser, { email, status: 0, version });
        notify.success(`Apply successful: ${email} can sign in again`);
        refresh();
        close();
      }}
    >
      The account gets its entities and roles back. The person can sign in with the previous password or a new link.
    </ConfirmDialog>
  );
}

/** Ends all of a user's sessions. */
export function EndSessions({ item, close, refresh }: Props) {
  const { client, entity } = useSync();
  const { notify, timeZone } = useUi();
  if (!item) return null;
  const { email, sessions } = item.row;
  return (
    <ConfirmDialog
      title={
        sessions === 0
          ? `End the API tokens of ${email}?`
          : `End ${sessions === 1 ? 'the session' : `${sessions} sessions`} of ${email}?`
      }
      onCancel={close}
      onConfirm={async () => {
        await administer(client, entity, endUserSessions, { id: email });
        notify.success(`The sessions and API tokens of ${email} were ended`);
        refresh();
        close();
      }}
    >
      {seenText(item.row, timeZone)} The person’s API tokens are revoked{sessions === 0 ? '' : ' too'}. Unsent changes
      are kept on the person’s devices until the person signs in again.
    </ConfirmDialog>
  );
}

/** Removes the passkeys of an administrator who has lost access to them. */
export function RemovePasskeys({ item, close, refresh }: Props) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  if (!item) return null;
  const { email, passkeys } = item.row;
  return (
    <ConfirmDialog
      title={`Remove ${passkeys === 1 ? 'the passkey' : `${passkeys} passkeys`} of ${email}?`}
      destructive
      focus="cancel"
      onCancel={close}
      onConfirm={async () => {
        await administer(client, entity, removePasskeys, { id: email });
        notify.success(`The passkeys of ${email} were removed`);
        refresh();
        close();
      }}
    >
      After that, the password alone gives access to the account. Make sure that the request really comes from this
      person. The removal is logged.
    </ConfirmDialog>
  );
}

/** Creates a new one-time link for setting a user's password. */
export function PasswordLink({ item, close, refresh }: Props) {
  const { client, entity } = useSync();
  const { notify, showOnce } = useUi();
  if (!item) return null;
  const { email } = item.row;
  return (
    <ConfirmDialog
      title={`Create a new password link for ${email}?`}
      onCancel={close}
      onConfirm={async () => {
        const made = await administer(client, entity, renewPasswordLink, { id: email });
        refresh();
        if (made.passwordLink !== null) showOnce(passwordLink(email, made.passwordLink, made.mailProblem));
        else notify.success(`The password link was sent to ${email}`);
        close();
      }}
    >
      Any earlier link stops working. The current password works until the person chooses a new one.
    </ConfirmDialog>
  );
}
