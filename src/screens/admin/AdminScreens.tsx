import { ADMINISTRATION } from '../../domain/permission.ts';
import { useUi } from '../../ui/UiContext.ts';
import { HistoryButton } from '../shared/HistoryButton.tsx';
import { RoutedList } from '../shared/RoutedList.tsx';
import { EntitiesBody } from './EntitiesBody.tsx';
import { ModulesBody } from './ModulesBody.tsx';
import {
  ADMIN_TABS,
  ENTITIES_PATH,
  MODULES_PATH,
  ROLES_PATH,
  SCIM_PATH,
  SYSTEM_PATH,
  USERS_PATH,
  WHITELIST_PATH,
} from './pages.ts';
import { RolesBody } from './RolesBody.tsx';
import { ScimBody } from './ScimBody.tsx';
import { SystemBody } from './SystemBody.tsx';
import { userList } from './users.tsx';
import { WhitelistBody } from './WhitelistBody.tsx';
import type { ReactNode } from 'react';
import { TabbedPage } from '../shared/TabbedPage.tsx';

/** The frame of all administration pages: the title, and a tab for each page that the person may open. */
function AdminPage({ path, children }: { path: string; children: ReactNode }) {
  const { can } = useUi();
  const tabs = ADMIN_TABS.filter(({ code }) => can(code));
  return (
    <TabbedPage
      title="System Setting"
      label="Administration pages"
      tabs={tabs}
      current={path}
      // In the list of users, this button is one of the operations.
      aside={path !== USERS_PATH && <HistoryButton path={path} code={ADMINISTRATION} />}
    >
      {children}
    </TabbedPage>
  );
}

/** Users (USER-1 to USER-3). */
export const UsersScreen = () => (
  <AdminPage path={USERS_PATH}>
    <RoutedList definition={userList} untitled creates />
  </AdminPage>
);

/** Entities (USER-4). */
export const EntitiesScreen = () => (
  <AdminPage path={ENTITIES_PATH}>
    <EntitiesBody />
  </AdminPage>
);

/** Roles of an entity (USER-5). */
export const RolesScreen = () => (
  <AdminPage path={ROLES_PATH}>
    <RolesBody />
  </AdminPage>
);

/** Modules of the menu (USER-6 to USER-8). */
export const ModulesScreen = () => (
  <AdminPage path={MODULES_PATH}>
    <ModulesBody />
  </AdminPage>
);

/** The whitelist (G77). */
export const WhitelistScreen = () => (
  <AdminPage path={WHITELIST_PATH}>
    <WhitelistBody />
  </AdminPage>
);

/** The server's state, for System Admins. */
export const SystemScreen = () => (
  <AdminPage path={SYSTEM_PATH}>
    <SystemBody />
  </AdminPage>
);

/** Provisioning of users by an identity provider, and the roles of its groups (SCIM). */
export const ScimScreen = () => (
  <AdminPage path={SCIM_PATH}>
    <ScimBody />
  </AdminPage>
);
