import { Button, mergeClasses } from '@fluentui/react-components';
import { EditRegular } from '@fluentui/react-icons';
import { createEntity, listEntities, updateEntity, type EntityAdminRow } from '../../contract/admin.ts';
import { COUNTRIES, COUNTRY_CODES, type Country } from '../../domain/country.ts';
import { SYSTEM } from '../../domain/permission.ts';
import { emailError } from '../../domain/validate.ts';
import { administer } from '../../sync/actions/administer.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ReadOnlyControl, SelectControl, TextControl } from '../../ui/form/controls.tsx';
import { FormDialog, type FormField } from '../../ui/form/FormDialog.tsx';
import { TagList } from '../../ui/TagList.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { ServerBody } from '../shared/ServerBody.tsx';
import { useAskedForm } from '../shared/useAskedForm.ts';
import { idOf, STATUSES, withoutDomain } from './pages.ts';
import { SystemAdminButton } from './SystemAdminButton.tsx';
import { useSave } from './useSave.ts';

type Values = { name: string; country: Country | ''; status: number; countryAdmins: string };

const emailsOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map(part => part.trim())
    .filter(part => part !== '');

/** The entities with their administrators; a System Admin can create and edit them (USER-4). */
export function EntitiesBody() {
  const facts = useFactStyles();
  const read = useAdministration(listEntities, {});
  const mayEdit = useUi().can(SYSTEM);
  const [editing, setEditing] = useAskedForm<EntityAdminRow>({
    title: 'Entities',
    mayChange: mayEdit,
    rows: read.data?.list ?? null,
    idOf,
  });
  const rows = read.data?.list ?? [];
  const free = COUNTRY_CODES.filter(code => !rows.some(({ country }) => country === code));
  return (
    <ServerBody
      read={read}
      bar={
        <SystemAdminButton
          disabled={read.data === null || free.length === 0}
          title={free.length === 0 ? 'Every country already has an entity' : undefined}
          onClick={() => setEditing('new')}
        >
          Only a System Admin can change entities.
        </SystemAdminButton>
      }
    >
      {({ list }) => (
        <>
          <FactTable
            label="Entities"
            heads={[
              'Country',
              'Name',
              'Status',
              'System admins',
              'Country admins',
              'Users',
              'Roles',
              ...(mayEdit ? ['Action'] : []),
            ]}
            numbers={['Users']}
          >
            {list.map(row => (
              <tr key={row.id}>
                <td className={facts.cell}>{row.country}</td>
                <td className={facts.cell}>{row.name}</td>
                <td className={facts.cell}>{STATUSES[row.status].label}</td>
                <td className={facts.cell}>
                  <TagList wraps items={row.systemAdmins.map(withoutDomain)} />
                </td>
                <td className={facts.cell}>
                  <TagList wraps items={row.countryAdmins.map(withoutDomain)} />
                </td>
                <td className={mergeClasses(facts.cell, facts.number)}>{row.users}</td>
                <td className={facts.cell}>
                  <TagList wraps items={row.roles.map(({ name }) => name)} />
                </td>
                {mayEdit && (
                  <td className={facts.cell}>
                    <Button size="small" icon={<EditRegular />} onClick={() => setEditing(row)}>
                      Edit
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </FactTable>
          {editing !== null && (
            <EntityForm
              row={editing === 'new' ? null : editing}
              free={free}
              close={() => setEditing(null)}
              saved={read.reload}
            />
          )}
        </>
      )}
    </ServerBody>
  );
}

interface EntityFormProps {
  row: EntityAdminRow | null;
  free: readonly Country[];
  close: () => void;
  saved: () => void;
}

function EntityForm({ row, free, close, saved }: EntityFormProps) {
  const { client, entity } = useSync();
  const save = useSave({ isNew: row === null, saved, close });
  const fields: FormField<Values>[] = [
    {
      key: 'country',
      label: 'Country',
      required: true,
      render: (control, values, change) =>
        row ? (
          <ReadOnlyControl control={control} value={COUNTRIES[row.country].name} />
        ) : (
          <SelectControl
            control={control}
            value={values.country === '' ? null : values.country}
            options={free.map(code => ({ value: code, label: COUNTRIES[code].name }))}
            onChange={country => change({ country })}
          />
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
      key: 'status',
      label: 'Status',
      hint: 'Nobody can work in a disabled entity.',
      render: (control, values, change) => (
        <SelectControl
          control={control}
          value={values.status}
          options={STATUSES}
          onChange={status => change({ status })}
        />
      ),
    },
    {
      key: 'countryAdmins',
      label: 'Country admins',
      hint: 'E-mails of users, separated by commas. Their accounts become Entity Admin; those you remove become Normal.',
      validate: value =>
        emailsOf(String(value))
          .map(emailError)
          .find(found => found !== null) ?? null,
      render: (control, values, change) => (
        <TextControl
          control={control}
          value={values.countryAdmins}
          onChange={countryAdmins => change({ countryAdmins })}
        />
      ),
    },
  ];
  const apply = async ({ name, country, status, countryAdmins }: Values) => {
    const own = { name, status: status as 0 | 1, countryAdmins: emailsOf(countryAdmins) };
    if (row) await save(name, administer(client, entity, updateEntity, { id: row.id, ...own, version: row.version }));
    else if (country !== '') await save(name, administer(client, entity, createEntity, { country, ...own }));
  };
  return (
    <FormDialog<Values>
      title={row ? 'Edit Entity' : 'Create Entity'}
      draftKey={row ? `entities/edit/${row.id}` : 'entities/create'}
      initial={{
        name: row?.name ?? '',
        country: row?.country ?? '',
        status: row?.status ?? 0,
        countryAdmins: row?.countryAdmins.join(', ') ?? '',
      }}
      fields={fields}
      onApply={apply}
      onClose={close}
    />
  );
}
