import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular, DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { createElement, useRef, useState } from 'react';
import {
  createModule,
  deleteModule,
  listModules,
  moveModule,
  updateModule,
  type ModuleRow,
} from '../../contract/admin.ts';
import { modulePathProblem, modulePermissionProblem } from '../../contract/modulePlace.ts';
import { parentOptions, stepOf, treeOrder, type TreePlace } from '../../domain/moduleTree.ts';
import { SYSTEM } from '../../domain/permission.ts';
import { administer } from '../../sync/actions/administer.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { DeletionQuestion } from '../shared/DeletionQuestion.tsx';
import { SelectControl, TextControl } from '../../ui/form/controls.tsx';
import { FormDialog, type FormField } from '../../ui/form/FormDialog.tsx';
import { TagList } from '../../ui/TagList.tsx';
import { groupIcon } from '../../ui/groupIcons.ts';
import { MODULE_ICONS, moduleIconProblem } from '../../domain/moduleIcons.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { ServerBody } from '../shared/ServerBody.tsx';
import { useAskedForm } from '../shared/useAskedForm.ts';
import { idOf, STATUSES } from './pages.ts';
import { SystemAdminButton } from './SystemAdminButton.tsx';
import { useSave } from './useSave.ts';
import { errorText } from '../../domain/errorText.ts';

const useStyles = makeStyles({
  actions: { display: 'flex', gap: tokens.spacingHorizontalXS },
  dragged: { opacity: 0.5 },
  word: { whiteSpace: 'nowrap' },
  name: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  icon: { flexShrink: 0, fontSize: tokens.fontSizeBase400 },
});

const TEXTS = [
  { key: 'name', label: 'Name', most: 100, required: true },
  {
    key: 'path',
    label: 'Path',
    most: 200,
    hint: 'Address in the console, such as /carrier/serviceCodes; empty for a group.',
  },
  { key: 'permission', label: 'Permission code', most: 120, hint: 'If empty, everyone sees the entry.' },
  {
    key: 'displayWhitelist',
    label: 'Display whitelist',
    most: 10_000,
    hint: 'E-mails, separated by commas: only these people see the entry.',
  },
] as const;

/** Validators by field; an invalid value from an earlier release is accepted until it is changed. */
const CHECKS: Readonly<Record<string, (text: string) => string | null>> = {
  path: modulePathProblem,
  permission: modulePermissionProblem,
};

/** The icons by name, and the current one if it is not one of them. */
const iconOptions = (icon: string) =>
  [...MODULE_ICONS, ...(moduleIconProblem(icon) === null ? [] : [icon])].map(name => ({
    value: name,
    label: name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '),
  }));

type Values = Pick<ModuleRow, 'name' | 'path' | 'icon' | 'permission' | 'displayWhitelist' | 'parentId'> & {
  status: number;
};

/** The menu as a tree, whose entries can be moved by dragging or with their buttons (USER-6 to USER-8). */
export function ModulesBody() {
  const facts = useFactStyles();
  const styles = useStyles();
  const { client, entity } = useSync();
  const { notify, can } = useUi();
  const mayEdit = can(SYSTEM);
  const read = useAdministration(listModules, {});
  const [editing, setEditing] = useAskedForm<ModuleRow>({
    title: 'Modules',
    mayChange: mayEdit,
    rows: read.data?.list ?? null,
    idOf,
  });
  const [deleting, setDeleting] = useState<ModuleRow | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const steps = useRef<Promise<void>>(Promise.resolve());
  const change = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      notify.error(errorText(error));
    }
    read.reload();
  };
  const move = (id: number, { parentId, before }: TreePlace) =>
    administer(client, entity, moveModule, { id, parentId, ...(before === null ? {} : { before }) });
  const moveTo = (id: number, place: TreePlace) => change(() => move(id, place));
  /** One after the other, each from the order that the previous one left: a quick second press is a second step. */
  const step = (id: number, by: -1 | 1) => {
    steps.current = steps.current.then(() =>
      change(async () => {
        const { list } = await administer(client, entity, listModules, {});
        const place = stepOf(list, id, by);
        if (place) await move(id, place);
      }),
    );
  };
  /** A page that is dropped on a group becomes the group's last entry; otherwise, the module is placed ahead of the other. */
  const drop = (list: readonly ModuleRow[], onto: ModuleRow) => {
    const own = list.find(({ id }) => id === dragged);
    setDragged(null);
    if (!own || own.id === onto.id) return;
    const isGroup = (module: ModuleRow) => module.path === '';
    void moveTo(
      own.id,
      isGroup(onto) && !isGroup(own)
        ? { parentId: onto.id, before: null }
        : { parentId: onto.parentId, before: onto.id },
    );
  };
  return (
    <ServerBody
      read={read}
      bar={
        <SystemAdminButton disabled={read.data === null} onClick={() => setEditing('new')}>
          Only a System Admin can change the menu.
        </SystemAdminButton>
      }
    >
      {({ list }) => (
        <>
          <FactTable
            label="Modules"
            heads={['Module', 'Path', 'Permission code', 'Display whitelist', 'Status', ...(mayEdit ? ['Action'] : [])]}
          >
            {treeOrder(list).map(({ module: row, depth }) => (
              <tr
                key={row.id}
                draggable={mayEdit}
                className={dragged === row.id ? styles.dragged : undefined}
                onDragStart={() => setDragged(row.id)}
                onDragEnd={() => setDragged(null)}
                onDragOver={event => event.preventDefault()}
                onDrop={() => drop(list, row)}
              >
                <td className={facts.cell} style={{ paddingInlineStart: depth * 24 }}>
                  <span className={styles.name}>
                    {row.parentId === 0 &&
                      createElement(groupIcon(row.icon), { className: styles.icon, 'aria-hidden': true })}
                    {row.name}
                  </span>
                </td>
                <td className={facts.cell}>{row.path}</td>
                <td className={facts.cell}>{row.permission}</td>
                <td className={facts.cell}>
                  <TagList wraps items={row.displayWhitelist.split(',').filter(email => email !== '')} />
                </td>
                <td className={mergeClasses(facts.cell, styles.word)}>{row.status === 0 ? 'Active' : 'Inactive'}</td>
                {mayEdit && (
                  <td className={facts.cell}>
                    <div className={styles.actions}>
                      <Button
                        size="small"
                        icon={<ArrowUpRegular />}
                        aria-label={`Move ${row.name} up`}
                        disabledFocusable={stepOf(list, row.id, -1) === null}
                        onClick={() => step(row.id, -1)}
                      />
                      <Button
                        size="small"
                        icon={<ArrowDownRegular />}
                        aria-label={`Move ${row.name} down`}
                        disabledFocusable={stepOf(list, row.id, 1) === null}
                        onClick={() => step(row.id, 1)}
                      />
                      <Button
                        size="small"
                        icon={<EditRegular />}
                        aria-label={`Edit ${row.name}`}
                        onClick={() => setEditing(row)}
                      />
                      <Button
                        size="small"
                        icon={<DeleteRegular />}
                        aria-label={`Delete ${row.name}`}
                        onClick={() => setDeleting(row)}
                      />
                    </div>
                  </td>
                )}
              </tr>
            ))}
          </FactTable>
          {editing !== null && (
            <ModuleForm
              row={editing === 'new' ? null : editing}
              modules={list}
              close={() => setEditing(null)}
              saved={read.reload}
            />
          )}
          {deleting !== null && (
            <DeletionQuestion
              title={`Delete the module ${deleting.name}?`}
              done={`Delete Successfully: ${deleting.name}`}
              deletion={() => administer(client, entity, deleteModule, { id: deleting.id })}
              onDeleted={read.reload}
              close={() => setDeleting(null)}
            >
              Its entry is removed from everyone’s menu. A module that contains other modules cannot be deleted.
            </DeletionQuestion>
          )}
        </>
      )}
    </ServerBody>
  );
}

interface ModuleFormProps {
  row: ModuleRow | null;
  modules: readonly ModuleRow[];
  close: () => void;
  saved: () => void;
}

function ModuleForm({ row, modules, close, saved }: ModuleFormProps) {
  const { client, entity } = useSync();
  const save = useSave({ isNew: row === null, saved, close });
  const fields: FormField<Values>[] = [
    ...TEXTS.map(({ key, label, most, ...more }): FormField<Values> => ({
      key,
      label,
      ...more,
      validate: value => {
        const problem = value === row?.[key] ? null : (CHECKS[key]?.(String(value).trim()) ?? null);
        return problem && `${label}: ${problem}.`;
      },
      render: (control, values, change) => (
        <TextControl
          control={control}
          value={values[key]}
          maxLength={most}
          onChange={text => change({ [key]: text })}
        />
      ),
    })),
    {
      key: 'icon',
      label: 'Icon',
      hint: 'Shown in the menu next to a module without a parent.',
      render: (control, values, change) => (
        <SelectControl
          control={control}
          value={values.icon === '' ? null : values.icon}
          options={iconOptions(values.icon)}
          onChange={icon => change({ icon })}
          onNone={() => change({ icon: '' })}
        />
      ),
    },
    {
      key: 'parentId',
      label: 'Parent',
      render: (control, values, change) => (
        <SelectControl
          control={control}
          value={values.parentId}
          options={parentOptions(modules, row?.id ?? null)}
          onChange={parentId => change({ parentId })}
        />
      ),
    },
    {
      key: 'status',
      label: 'Status',
      render: (control, values, change) => (
        <SelectControl
          control={control}
          value={values.status}
          options={[
            { value: 0, label: 'Active' },
            { value: 1, label: 'Inactive' },
          ]}
          onChange={status => change({ status })}
        />
      ),
    },
  ];
  const apply = async (values: Values) => {
    const own = { ...values, status: values.status as 0 | 1 };
    await save(
      values.name,
      row
        ? administer(client, entity, updateModule, { id: row.id, ...own, version: row.version })
        : administer(client, entity, createModule, own),
    );
  };
  const {
    name = '',
    path = '',
    icon = '',
    permission = '',
    displayWhitelist = '',
    parentId = 0,
    status = STATUSES[0].value,
  } = row ?? {};
  return (
    <FormDialog<Values>
      title={row ? 'Edit Module' : 'Create Module'}
      draftKey={row ? `modules/edit/${row.id}` : 'modules/create'}
      initial={{ name, path, icon, permission, displayWhitelist, parentId, status }}
      fields={fields}
      onApply={apply}
      onClose={close}
    />
  );
}
