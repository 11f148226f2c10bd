import type { Country } from '../../domain/country.ts';
import { CATEGORY, FEATURE, PRIVILEGE, type Category, type Privilege } from '../../domain/permission.ts';

/** The password of every demo account. */
export const DEMO_PASSWORD = 'ops-demo';

export const EDITOR_ROLE = 'Operations Editor';
export const VIEWER_ROLE = 'Operations Viewer';

const FEATURES = Object.values(FEATURE);

/** The two roles of each country, with their permission codes. */
export const DEMO_ROLES: readonly { name: string; codes: readonly string[] }[] = [
  {
    name: EDITOR_ROLE,
    codes: [
      ...FEATURES.flatMap(feature => [`${feature}.read`, `${feature}.write`]),
      `${FEATURE.channelConfigIntegrated}.maintenance`,
    ],
  },
  { name: VIEWER_ROLE, codes: FEATURES.map(feature => `${feature}.read`) },
];

export interface DemoAccount {
  email: string;
  name: string;
  privilege: Privilege;
  category: Category;
  /** The account's current entity, which is its only one unless `everywhere` is set. */
  entity: Country;
  everywhere: boolean;
  role: string | null;
  whitelisted: boolean;
}

const account = (local: string, name: string, entity: Country, role: string): DemoAccount => ({
  email: `${local}@ops.example`,
  name,
  privilege: PRIVILEGE.normal,
  category: CATEGORY.all,
  entity,
  everywhere: false,
  role,
  whitelisted: true,
});

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    ...account('admin', 'Demo Administrator', 'ID', EDITOR_ROLE),
    privilege: PRIVILEGE.systemAdmin,
    everywhere: true,
    role: null,
  },
  account('id.editor', 'Indonesia Editor', 'ID', EDITOR_ROLE),
  account('id.viewer', 'Indonesia Viewer', 'ID', VIEWER_ROLE),
  account('my.editor', 'Malaysia Editor', 'MY', EDITOR_ROLE),
  account('ph.editor', 'Philippines Editor', 'PH', EDITOR_ROLE),
  { ...account('outsider', 'Demo Outsider', 'ID', VIEWER_ROLE), whitelisted: false },
];
