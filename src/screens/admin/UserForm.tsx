import { Spinner } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { createUser, listEntities, updateUser, type EntityAdminRow, type UserRow } from '../../contract/admin.ts';
import { newEmailProblem } from '../../domain/email.ts';
import { emailError } from '../../domain/validate.ts';
import { SYSTEM } from '../../domain/permission.ts';
import { administer } from '../../sync/actions/administer.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ReadOnlyControl, SelectControl, TextControl, YesNoControl } from '../../ui/form/controls.tsx';
import { FormDialog, type FormField } from '../../ui/form/FormDialog.tsx';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { CheckList } from '../../ui/form/CheckList.tsx';
import { passwordLink } from './passwordLink.ts';
import { categoriesFor, PRIVILEGES } from './pages.ts';
import { seenText } from './seen.ts';
import { useRoles } from './useRoles.ts';
import { useSave } from './useSave.ts';

type Values = {
  email: string;
  name: string;
  privilege: number;
  category: number;
  entityIds: number[];
  roleIds: number[];
  whitelisted: boolean;
};
type Level = 0 | 1 | 2;

/** Creates or edits a user (USER-2). */
export function UserForm({ item, close, refresh }: ListDialogProps<UserRow>) {
  const entities = useAdministration(listEntities, {});
  if (entities.data === null)
    return (
      <InfoDialog title={item ? 'Edit User' : 'Create User'} onClose={close}>
        {entities.problem ?? <Spinner label="Loading" />}
      </InfoDialog>
    );
  return <Form user={item?.row ?? null} entities={entities.data.list} close={close} refresh={refresh} />;
}

interface FormProps {
  user: UserRow | null;
  entities: readonly Pick<EntityAdminRow, 'id' | 'name' | 'country'>[];
  close: () => void;
  refresh: () => void;
}

function Form({ user, entities, close, refresh }: FormProps) {
  const { client, entity } = useSync();
  const { can, notify, showOnce, timeZone, person } = useUi();
  const isSystemAdmin = can(SYSTEM);
  const save = useSave({ isNew: user === null, saved: refresh, close });
  const [chosen, setChosen] = useState<readonly number[]>(user?.entityIds ?? []);
  const { roles, problem: rolesProblem } = useRoles(chosen);
  const initial: Values = {
    email: user?.email ?? '',
    name: user?.name ?? '',
    privilege: user?.privilege ?? 2,
    category: user?.category ?? person.category,
    entityIds: user ? [...user.entityIds] : [],
    roleIds: user ? user.roles.map(role => role.id) : [],
    whitelisted: user?.whitelisted ?? true,
  };
  const fields = useMemo<FormField<Values>[]>(
    () => [
      {
        key: 'email',
        label: 'E-mail',
        required: true,
        validate: value => emailError(String(value)) ?? (user ? null : newEmailProblem(String(value))),
        ...(user
          ? { hint: `The address identifies the account and cannot be changed. ${seenText(user, timeZone)}` }
          : {}),
        render: (control, values, change) =>
          user ? (
            <ReadOnlyControl control={control} value={values.email} />
          ) : (
            <TextControl control={control} value={values.email} maxLength={254} onChange={email => change({ email })} />
          ),
      },
      {
        key: 'name',
        label: 'Name',
        required: true,
        render: (control, values, change) => (
          <TextControl control={control} value={values.name} maxLength={100} onChange={name => change({ name })} />
        ),
      },
      {
        key: 'privilege',
        label: 'Privilege',
        hint: 'A System Admin may do everything. An Entity Admin manages the users and roles of their entities.',
        render: (control, values, change) => (
          <SelectControl
            control={control}
            value={values.privilege}
            // An Entity Admin cannot make anyone a System Admin.
            options={PRIVILEGES.filter(({ value }) => isSystemAdmin || value > 0)}
            onChange={privilege => change({ privilege })}
          />
        ),
      },
      {
        key: 'category',
        label: 'Category',
        render: (control, values, change) => (
          <SelectControl
            control={control}
            value={values.category}
            options={categoriesFor(person.category, user?.category)}
            onChange={category => change({ category })}
          />
        ),
      },
      {
        key: 'entityIds',
        label: 'Entities',
        render: (control, values, change) => (
          <CheckList
            control={control}
            options={entities.map(({ id, name }) => ({ value: id, label: name }))}
            value={values.entityIds}
            none="You do not administer any entity. Ask a System Admin to make you an administrator of one."
            onChange={entityIds => {
              setChosen(entityIds);
              change({ entityIds });
            }}
          />
        ),
      },
      {
        key: 'roleIds',
        label: 'Roles',
        hint: 'A role grants rights only in its own entity.',
        render: (control, values, change) => (
          <CheckList
            control={control}
            options={roles.map(({ id, name, entity: country }) => ({ value: id, label: `${name} (${country})` }))}
            value={values.roleIds}
            none={rolesProblem ?? 'Choose an entity that has roles.'}
            onChange={roleIds => change({ roleIds })}
          />
        ),
      },
      {
        key: 'whitelisted',
        label: 'Whitelist',
        hint: 'A person who is not on the whitelist sees only the Not Whitelisted page.',
        render: (control, values, change) => (
          <YesNoControl
            control={control}
            value={values.whitelisted}
            onChange={whitelisted => change({ whitelisted })}
          />
        ),
      },
    ],
    [entities, roles, rolesProblem, user, isSystemAdmin, timeZone, person.category],
  );
  const apply = async (values: Values) => {
    // When an entity is removed from the user, its roles are removed as well. Those of the other entities stay, even if
    // their list has not been loaded.
    const known = new Set(roles.map(({ id }) => id));
    const countries = entities.filter(({ id }) => values.entityIds.includes(id)).map(({ country }) => country);
    const kept = new Set(user?.roles.filter(role => countries.includes(role.entity)).map(({ id }) => id));
    const account = {
      name: values.name,
      privilege: values.privilege as Level,
      category: values.category as Level,
      entityIds: values.entityIds,
      roleIds: values.roleIds.filter(id => known.has(id) || kept.has(id)),
      whitelisted: values.whitelisted,
    };
    if (user) {
      const { email, version } = user;
      await save(email, administer(client, entity, updateUser, { email, ...account, version }));
      return;
    }
    const made = await administer(client, entity, createUser, { email: values.email, ...account });
    refresh();
    const { email } = made.user;
    if (made.passwordLink !== null) showOnce(passwordLink(email, made.passwordLink, made.mailProblem));
    else notify.success(`${email} was created, and the password link was sent by e-mail`);
    close();
  };
  return (
    <FormDialog<Values>
      title={user ? 'Edit User' : 'Create User'}
      draftKey={user ? `users/edit/${user.id}` : 'users/create'}
      initial={initial}
      fields={fields}
      onApply={apply}
      onClose={close}
    />
  );
}
