import { Button, mergeClasses } from '@fluentui/react-components';
import { EditRegular, KeyRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { CallOutput } from '../../contract/call.ts';
import { getScim, setGroupRoles, setScimToken } from '../../contract/scim.ts';
import { formatCount, formatTime } from '../../domain/format.ts';
import { administer } from '../../sync/actions/administer.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useOneAtATime } from '../../ui/useOneAtATime.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { ServerBody } from '../shared/ServerBody.tsx';
import { CheckList } from '../../ui/form/CheckList.tsx';
import { useSave } from './useSave.ts';

type Group = CallOutput<typeof getScim>['groups'][number];

/**
 * Settings with which an identity provider creates users here (SCIM), and the roles of its groups; for System Admins,
 * online only.
 */
export function ScimBody() {
  const facts = useFactStyles();
  const { client, entity } = useSync();
  const { notify, showOnce, timeZone } = useUi();
  const read = useAdministration(getScim, {});
  const [asking, setAsking] = useState<boolean | null>(null);
  const [editing, setEditing] = useState<Group | null>(null);
  const save = useSave({ isNew: false, saved: read.reload, close: () => setEditing(null) });
  const since = read.data?.since ?? null;
  // Two tokens made at the same time would replace each other, and the one that is shown might not be the valid one.
  const once = useOneAtATime();
  const set = (on: boolean) => once.run(() => change(on));
  const change = async (on: boolean) => {
    const made = await administer(client, entity, setScimToken, { on });
    if (made.token !== null)
      showOnce({
        title: 'Token for the identity provider',
        label: 'Token',
        value: made.token,
        text: 'The token is shown only once. Copy it to the provider now.',
      });
    setAsking(null);
    if (!on) notify.success('The identity provider can no longer provision users');
    read.reload();
  };
  return (
    <ServerBody
      read={read}
      bar={
        <>
          <Button
            appearance="primary"
            icon={<KeyRegular />}
            disabled={once.busy}
            onClick={() =>
              since === null ? void set(true).catch((error: Error) => notify.error(error.message)) : setAsking(true)
            }
          >
            New Token
          </Button>
          {since !== null && <Button onClick={() => setAsking(false)}>Revoke Token</Button>}
        </>
      }
    >
      {({ users, groups, roles }) => (
        <>
          <p>
            {since === null
              ? 'No identity provider can provision users yet. Create a token, then enter the token and this address at the provider:'
              : `An identity provider can provision users at this address with the token created on ${formatTime(since, timeZone)}:`}{' '}
            <code>{`${window.location.origin}/api/scim/v2`}</code>
          </p>
          <p>{users === 1 ? '1 user was provisioned.' : `${formatCount(users)} users were provisioned.`}</p>
          {groups.length === 0 ? (
            <p>
              The provider has not sent any groups yet. When it sends one, by SCIM or at a sign-in, you can assign roles
              to it here.
            </p>
          ) : (
            <FactTable label="Groups" heads={['Group', 'Members', 'Roles', 'Action']} numbers={['Members']}>
              {groups.map(group => (
                <tr key={group.id}>
                  <td className={facts.cell}>{group.name}</td>
                  <td className={mergeClasses(facts.cell, facts.number)}>{formatCount(group.members)}</td>
                  <td className={facts.cell}>
                    {group.roleIds.length === 0 ? 'None' : formatCount(group.roleIds.length)}
                  </td>
                  <td className={facts.cell}>
                    <Button size="small" icon={<EditRegular />} onClick={() => setEditing(group)}>
                      Roles
                    </Button>
                  </td>
                </tr>
              ))}
            </FactTable>
          )}
          {asking !== null && (
            <ConfirmDialog
              title={asking ? 'Create a new token?' : 'Revoke the token?'}
              destructive
              focus="cancel"
              onCancel={() => setAsking(null)}
              onConfirm={() => set(asking)}
            >
              The provider’s current token stops working immediately. Users and their roles are not affected.
            </ConfirmDialog>
          )}
          {editing !== null && (
            <FormDialog<{ roleIds: number[] }>
              title={`Roles of ${editing.name}`}
              draftKey={`scim/roles/${editing.id}`}
              initial={{ roleIds: editing.roleIds }}
              fields={[
                {
                  key: 'roleIds',
                  label: 'Roles',
                  hint: 'Members have these roles as long as they belong to the group. Roles that were assigned manually are kept.',
                  render: (control, values, change) => (
                    <CheckList
                      control={control}
                      options={roles.map(({ id, name, entity: own }) => ({ value: id, label: `${name} (${own})` }))}
                      value={values.roleIds}
                      none="There are no roles yet."
                      onChange={roleIds => change({ roleIds })}
                    />
                  ),
                },
              ]}
              onApply={({ roleIds }) => {
                const { id, name, roleIds: was } = editing;
                return save(name, administer(client, entity, setGroupRoles, { id, roleIds, was }));
              }}
              onClose={() => setEditing(null)}
            />
          )}
        </>
      )}
    </ServerBody>
  );
}
