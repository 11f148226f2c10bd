import {
  AddRegular,
  FingerprintRegular,
  ArrowUploadRegular,
  HistoryRegular,
  EyeRegular,
  LinkRegular,
  ShieldQuestionRegular,
  SignOutRegular,
} from '@fluentui/react-icons';
import { listUsers, type UserRow } from '../../contract/admin.ts';
import { ADMINISTRATION, SYSTEM } from '../../domain/permission.ts';
import type { ListSource, Row } from '../../sync/types.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { defineListScreen } from '../../ui/list/definition.ts';
import { CATEGORIES, PRIVILEGES, STATUSES, USERS_PATH } from './pages.ts';
import { seenFrom } from './seen.ts';

const UserForm = lazyPart(() => import('./UserForm.tsx').then(module => module.UserForm));
const ImportUsers = lazyPart(() => import('./ImportUsers.tsx').then(module => module.ImportUsers));
const MenuAsDialog = lazyPart(() => import('./MenuAsDialog.tsx').then(module => module.MenuAsDialog));
const RightsDialog = lazyPart(() => import('./RightsDialog.tsx').then(module => module.RightsDialog));
const DisableUser = lazyPart(() => import('./UserActions.tsx').then(module => module.DisableUser));
const RestoreUser = lazyPart(() => import('./UserActions.tsx').then(module => module.RestoreUser));
const PasswordLink = lazyPart(() => import('./UserActions.tsx').then(module => module.PasswordLink));
const RemovePasskeys = lazyPart(() => import('./UserActions.tsx').then(module => module.RemovePasskeys));
const EndSessions = lazyPart(() => import('./UserActions.tsx').then(module => module.EndSessions));

const [READ, WRITE] = [`${ADMINISTRATION}.read`, `${ADMINISTRATION}.write`];

const source: ListSource<Row, UserRow & Row> = {
  id: 'users',
  call: listUsers as unknown as ListSource<Row, UserRow & Row>['call'],
  collection: null,
  rowKey: row => String(row.id),
  alias: row => row.email,
  matches: () => false,
  ready: () => true,
};

/** The console's users (USER-1 to USER-3). The list has a single fuzzy search box, which sends `q` (LIST-2). */
export const userList = defineListScreen<UserRow & Row, typeof source>({
  id: 'users',
  title: 'Users',
  feature: ADMINISTRATION,
  source,
  filters: [
    { key: 'q', label: 'Search...', kind: 'quick', placeholder: 'Search...' },
    { key: 'privilege', label: 'Privilege', kind: 'select', options: PRIVILEGES },
    { key: 'status', label: 'Status', kind: 'select', options: STATUSES },
  ],
  columns: [
    {
      key: 'email',
      label: 'E-mail',
      // Not declared as an id, which is never truncated: one long address would push the last columns out of the
      // window.
      kind: 'text',
      width: 200,
      least: 172,
      pinned: true,
      always: true,
      sortable: true,
      value: row => row.email,
    },
    { key: 'name', label: 'Name', kind: 'text', width: 160, least: 110, sortable: true, value: row => row.name },
    {
      key: 'privilege',
      label: 'Privilege',
      kind: 'enum',
      width: 120,
      sortable: true,
      value: row => row.privilege,
      options: PRIVILEGES,
    },
    {
      key: 'category',
      label: 'Category',
      kind: 'enum',
      width: 110,
      standby: true,
      value: row => row.category,
      options: CATEGORIES,
    },
    { key: 'entities', label: 'Entities', kind: 'tag', width: 190, least: 110, value: row => row.entities },
    {
      key: 'roles',
      label: 'Roles',
      kind: 'tag',
      width: 240,
      least: 176,
      value: row => row.roles.map(role => `${role.name} (${role.entity})`),
    },
    {
      key: 'whitelisted',
      label: 'Whitelist',
      kind: 'yesNo',
      width: 90,
      standby: true,
      value: row => row.whitelisted,
    },
    {
      key: 'seenAt',
      label: 'Last seen',
      kind: 'tz',
      width: 96,
      stacked: true,
      sortable: true,
      value: row => row.seenAt,
    },
    {
      key: 'seenFrom',
      label: 'Seen from',
      kind: 'text',
      width: 220,
      standby: true,
      value: seenFrom,
    },
    {
      key: 'status',
      label: 'Status',
      kind: 'status',
      width: 100,
      sortable: true,
      value: row => row.status,
      options: STATUSES,
    },
  ],
  card: {
    title: row => row.email,
    detail: row => row.name,
    fields: ['privilege', 'status', 'entities', 'seenAt', 'seenFrom'],
  },
  operations: [
    {
      id: 'create',
      kind: 'dialog',
      label: 'Create',
      icon: <AddRegular />,
      permission: WRITE,
      dialog: 'create',
      primary: true,
      shortcut: 'n',
    },
    {
      id: 'import',
      kind: 'dialog',
      label: 'Import',
      icon: <ArrowUploadRegular />,
      permission: WRITE,
      dialog: 'import',
    },
    {
      id: 'history',
      kind: 'page',
      label: 'Operation History',
      icon: <HistoryRegular />,
      permission: READ,
      href: () => `${USERS_PATH}/log?code=${ADMINISTRATION}`,
    },
  ],
  rowActions: [
    { id: 'edit', label: 'Edit', permission: WRITE, dialog: 'edit' },
    {
      id: 'rights',
      label: 'Rights',
      permission: READ,
      dialog: 'rights',
      icon: <ShieldQuestionRegular />,
      readOnly: true,
    },
    {
      id: 'menu',
      label: 'See the menu as',
      permission: READ,
      dialog: 'menu',
      icon: <EyeRegular />,
      readOnly: true,
      offered: (row: UserRow) => row.status === 0,
    },
    {
      id: 'link',
      label: 'Password link',
      icon: <LinkRegular />,
      permission: WRITE,
      dialog: 'link',
      offered: (row: UserRow) => row.status === 0,
    },
    {
      id: 'sessions',
      label: 'End sessions',
      icon: <SignOutRegular />,
      permission: WRITE,
      dialog: 'sessions',
      // Also offered if the user has no sessions, because it also revokes API tokens.
      offered: (row: UserRow) => row.sessions > 0 || row.status === 0,
    },
    {
      id: 'passkeys',
      label: 'Remove passkeys',
      icon: <FingerprintRegular />,
      permission: `${SYSTEM}.write`,
      dialog: 'passkeys',
      offered: (row: UserRow) => row.passkeys > 0,
    },
    { id: 'delete', label: 'Delete', permission: WRITE, dialog: 'delete', offered: (row: UserRow) => row.status === 0 },
    {
      id: 'restore',
      label: 'Restore',
      permission: WRITE,
      dialog: 'restore',
      offered: (row: UserRow) => row.status === 1,
      insteadOf: 'delete',
    },
  ],
  dialogs: {
    create: UserForm,
    edit: UserForm,
    import: ImportUsers,
    rights: RightsDialog,
    menu: MenuAsDialog,
    link: PasswordLink,
    sessions: EndSessions,
    passkeys: RemovePasskeys,
    delete: DisableUser,
    restore: RestoreUser,
  },
  texts: {
    idle: 'The users of the console are listed here',
    empty: 'No user matches these filters',
    none: 'There are no users yet',
  },
});
