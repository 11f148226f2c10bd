import { Button, Select } from '@fluentui/react-components';
import { AddRegular, DeleteRegular, EditRegular, ShieldCheckmarkRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import {
  createCountryAdminRole,
  createRole,
  deleteRole,
  listEntities,
  listRoles,
  updateRole,
  type RoleRow,
} from '../../contract/admin.ts';
import type { CallOutput } from '../../contract/call.ts';
import { GRANTABLE_CODES } from '../../domain/administration.ts';
import { COUNTRIES } from '../../domain/country.ts';
import { countText } from '../../domain/import/countsText.ts';
import { administer } from '../../sync/actions/administer.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DeletionQuestion } from '../shared/DeletionQuestion.tsx';
import { TextControl } from '../../ui/form/controls.tsx';
import { FormDialog, type FormField } from '../../ui/form/FormDialog.tsx';
import { TagList } from '../../ui/TagList.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { ServerBody } from '../shared/ServerBody.tsx';
import { useAsked } from '../shared/useAsked.ts';
import { useAskedForm } from '../shared/useAskedForm.ts';
import { idOf, withoutDomain } from './pages.ts';
import { RightsMatrix } from '../shared/RightsMatrix.tsx';
import { useSave } from './useSave.ts';
import { errorText } from '../../domain/errorText.ts';

type Values = { name: string; codes: string[] };
const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);
const rights = (count: number): string => (count === 1 ? '1 right' : `${count} rights`);

type RoleEffect = Omit<CallOutput<typeof updateRole>, 'role'>;
type Effect = RoleEffect['lost'][number];

/** "3 people lose 2 rights and 4 pages within two seconds: ana, bo, cy." */
function effectText(effects: readonly Effect[], verb: 'lose' | 'gain', when = ''): string {
  const codes = new Set(effects.flatMap(own => own.codes)).size;
  const pages = new Set(effects.flatMap(own => own.pages)).size;
  const what = `${rights(codes)}${pages === 0 ? '' : ` and ${countText(pages, 'page')}`}`;
  const names = effects.slice(0, 5).map(({ email }) => withoutDomain(email));
  const more = effects.length - names.length;
  const who = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `${people(effects.length)} ${verb}${effects.length === 1 ? 's' : ''} ${what}${when}: ${who}.`;
}

/** An entity's roles: their members, and a matrix of features and actions (USER-5). */
export function RolesBody() {
  const facts = useFactStyles();
  const { client, entity } = useSync();
  const { notify } = useUi();
  const entities = useAdministration(listEntities, {});
  const [chosen, setChosen] = useState<number | null>(null);
  const { opens } = useAsked();
  const rolesEntity = entities.data?.list.find(row => row.roles.some(role => String(role.id) === opens?.id))?.id;
  const shown =
    chosen ??
    rolesEntity ??
    entities.data?.list.find(row => row.country === entity)?.id ??
    entities.data?.list[0]?.id ??
    null;
  const read = useAdministration(listRoles, shown === null ? null : { id: shown });
  const [editing, setEditing] = useAskedForm<RoleRow>({
    title: 'Roles',
    mayChange: true,
    rows: read.data?.list ?? null,
    idOf,
  });
  const [deleting, setDeleting] = useState<RoleRow | null>(null);
  const makeAdminRole = async () => {
    if (shown === null) return;
    try {
      await administer(client, entity, createCountryAdminRole, { id: shown });
      notify.success('The country admin role exists, with every right');
      read.reload();
    } catch (error) {
      notify.error(errorText(error));
    }
  };
  return (
    <ServerBody
      read={entities.data === null ? { ...entities, data: null } : read}
      bar={
        <>
          <Select aria-label="Entity" value={String(shown ?? '')} onChange={(_, data) => setChosen(Number(data.value))}>
            {entities.data?.list.map(row => (
              <option key={row.id} value={row.id}>
                {COUNTRIES[row.country].name}
              </option>
            ))}
          </Select>
          <Button
            appearance="primary"
            icon={<AddRegular />}
            disabled={shown === null}
            onClick={() => setEditing('new')}
          >
            Create
          </Button>
          <Button icon={<ShieldCheckmarkRegular />} disabled={shown === null} onClick={() => void makeAdminRole()}>
            Country admin role
          </Button>
        </>
      }
    >
      {({ list }) => (
        <>
          <FactTable label="Roles" heads={['Role', 'Rights', 'People with the role', 'Action']}>
            {list.map(row => (
              <tr key={row.id}>
                <td className={facts.cell}>{row.name}</td>
                <td className={facts.cell}>{rights(row.codes.length)}</td>
                <td className={facts.cell}>
                  <TagList wraps items={row.users.map(withoutDomain)} />
                </td>
                <td className={facts.cell}>
                  <Button size="small" icon={<EditRegular />} onClick={() => setEditing(row)}>
                    Edit
                  </Button>{' '}
                  <Button size="small" icon={<DeleteRegular />} onClick={() => setDeleting(row)}>
                    Delete
                  </Button>
                </td>
              </tr>
            ))}
            {list.length === 0 && (
              <tr>
                <td className={facts.cell} colSpan={4}>
                  This entity has no roles yet. Create one, or start with the country admin role.
                </td>
              </tr>
            )}
          </FactTable>
          {editing !== null && shown !== null && (
            <RoleForm
              row={editing === 'new' ? null : editing}
              entityId={shown}
              close={() => setEditing(null)}
              saved={read.reload}
            />
          )}
          {deleting !== null && (
            <DeletionQuestion
              title={`Delete the role ${deleting.name}?`}
              done={`Delete Successfully: ${deleting.name}`}
              deletion={() => administer(client, entity, deleteRole, { id: deleting.id })}
              onDeleted={read.reload}
              close={() => setDeleting(null)}
            >
              A role that someone has cannot be deleted. Remove it from these users first.
            </DeletionQuestion>
          )}
        </>
      )}
    </ServerBody>
  );
}

interface RoleFormProps {
  row: RoleRow | null;
  entityId: number;
  close: () => void;
  saved: () => void;
}

function RoleForm({ row, entityId, close, saved }: RoleFormProps) {
  const { client, entity } = useSync();
  /** Asks for confirmation before a change that grants or removes anyone's permissions. */
  const [effect, setEffect] = useState<(RoleEffect & { values: Values }) | null>(null);
  const fields: FormField<Values>[] = [
    {
      key: 'name',
      label: 'Name',
      required: true,
      render: (control, values, change) => (
        <TextControl control={control} value={values.name} maxLength={100} onChange={name => change({ name })} />
      ),
    },
    {
      key: 'codes',
      label: 'Rights',
      render: (control, values, change) => (
        <RightsMatrix
          label={control.label}
          codes={values.codes}
          grantable={GRANTABLE_CODES}
          onChange={codes => change({ codes })}
        />
      ),
    },
  ];
  const save = useSave({ isNew: row === null, saved, close });
  const send = (values: Values) =>
    save(
      values.name,
      row
        ? administer(client, entity, updateRole, { id: row.id, ...values, version: row.version })
        : administer(client, entity, createRole, { entityId, ...values }),
    );
  const apply = async (values: Values) => {
    if (!row) {
      await send(values);
      return;
    }
    const change = await administer(client, entity, updateRole, {
      id: row.id,
      codes: values.codes,
      preview: true,
    });
    if (change.lost.length + change.gained.length + change.unreturnable.length === 0) await send(values);
    else setEffect({ values, ...change });
  };
  return (
    <>
      <FormDialog<Values>
        title={row ? 'Edit Role' : 'Create Role'}
        draftKey={row ? `roles/edit/${row.id}` : 'roles/create'}
        size="setting"
        // The matrix spans the full width of the dialog.
        renderLayout={({ row: field, cell }) => (
          <>
            {field('name')}
            {cell('codes')}
          </>
        )}
        initial={{ name: row?.name ?? '', codes: row ? [...row.codes] : [] }}
        fields={fields}
        onApply={apply}
        onClose={close}
      />
      {effect !== null && (
        <ConfirmDialog
          title={effect.lost.length + effect.gained.length > 0 ? 'Change people’s rights?' : 'Change the role?'}
          onCancel={() => setEffect(null)}
          onConfirm={() => send(effect.values)}
        >
          {effect.lost.length > 0 && <p>{effectText(effect.lost, 'lose', ' within two seconds')}</p>}
          {effect.gained.length > 0 && <p>{effectText(effect.gained, 'gain')}</p>}
          {effect.unreturnable.length > 0 && (
            <p>
              You cannot add {effect.unreturnable.join(', ')} again, because you do not have{' '}
              {effect.unreturnable.length === 1 ? 'this right' : 'these rights'} yourself. Only an administrator who
              does can.
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
