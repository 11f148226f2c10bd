import { Button } from '@fluentui/react-components';
import { FingerprintRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  type Passkey,
} from '../../contract/access.ts';
import { formatTime } from '../../domain/format.ts';
import { makePasskey } from '../../sync/actions/makePasskey.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useServer } from '../../sync/hooks/useServer.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { ServerBody } from '../shared/ServerBody.tsx';
import { nameField } from './nameField.tsx';

interface NameForm {
  name: string;
  [key: string]: unknown;
}

/** The administrator's passkeys, which can be registered, renamed and removed. */
export function PasskeysBody() {
  const facts = useFactStyles();
  const server = useServer();
  const { notify, timeZone, person } = useUi();
  const read = useAdministration(listPasskeys, {});
  const [naming, setNaming] = useState<Passkey | 'new' | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const apply = async (what: Passkey | 'new', name: string): Promise<void> => {
    if (what === 'new') {
      const { options } = await server(beginPasskey, {});
      await server(addPasskey, { name, response: await makePasskey(options) });
      notify.success(`${name} is registered. You will need it when you sign in.`);
    } else {
      await server(renamePasskey, { id: what.id, name });
      notify.success(`Edit Successfully: ${name}`);
    }
    setNaming(null);
    read.reload();
  };
  return (
    <ServerBody
      read={read}
      bar={
        person.admin && (
          <Button appearance="primary" icon={<FingerprintRegular />} onClick={() => setNaming('new')}>
            New Passkey
          </Button>
        )
      }
    >
      {({ list }) => (
        <>
          {list.length === 0 ? (
            <EmptyState
              icon={<FingerprintRegular />}
              title="You have no passkeys"
              hint={
                person.admin
                  ? 'Your password alone gives access to your account and all its administrator rights.'
                  : 'Passkeys are for administrators. You sign in without one.'
              }
            />
          ) : (
            <FactTable label="Passkeys" heads={['Name', 'Registered', 'Last used', 'Action']}>
              {list.map(passkey => (
                <tr key={passkey.id}>
                  <td className={facts.cell}>{passkey.name}</td>
                  <td className={facts.cell}>{formatTime(passkey.createdAt, timeZone)}</td>
                  <td className={facts.cell}>
                    {passkey.usedAt === null ? 'Never' : formatTime(passkey.usedAt, timeZone)}
                  </td>
                  <td className={facts.cell}>
                    <Button size="small" aria-label={`Rename ${passkey.name}`} onClick={() => setNaming(passkey)}>
                      Rename
                    </Button>{' '}
                    <Button size="small" aria-label={`Remove ${passkey.name}`} onClick={() => setRemoving(passkey)}>
                      Remove
                    </Button>
                  </td>
                </tr>
              ))}
            </FactTable>
          )}
          {naming !== null && (
            <FormDialog<NameForm>
              title={naming === 'new' ? 'New Passkey' : `Rename ${naming.name}`}
              draftKey={naming === 'new' ? 'passkeys/create' : `passkeys/edit/${naming.id}`}
              initial={{ name: naming === 'new' ? '' : naming.name }}
              fields={[nameField('The place where the passkey is stored, such as "Work laptop".')]}
              onApply={({ name }) => apply(naming, name.trim())}
              onClose={() => setNaming(null)}
            />
          )}
          {removing !== null && (
            <ConfirmDialog
              title={`Remove ${removing.name}?`}
              confirmLabel="Remove"
              destructive
              focus="cancel"
              onCancel={() => setRemoving(null)}
              onConfirm={async () => {
                await server(removePasskey, { id: removing.id });
                notify.success(`${removing.name} was removed`);
                setRemoving(null);
                read.reload();
              }}
            >
              {list.length === 1
                ? 'This is your only passkey. After you remove it, your password alone gives access to your account.'
                : 'You will no longer be able to sign in with this passkey. Your other passkeys still work.'}
            </ConfirmDialog>
          )}
        </>
      )}
    </ServerBody>
  );
}
