/** Addresses of the administration pages (USER-9, G97), all below the sub-application's mount. */
export const ADMIN_BASE = '/opssystemsettingv2';
export const USERS_PATH = `${ADMIN_BASE}/users`;
export const ENTITIES_PATH = `${ADMIN_BASE}/entities`;
export const ROLES_PATH = `${ADMIN_BASE}/roles`;
export const MODULES_PATH = `${ADMIN_BASE}/modules`;
export const WHITELIST_PATH = `${ADMIN_BASE}/whitelist`;
export const SCIM_PATH = `${ADMIN_BASE}/provisioning`;
export const SYSTEM_PATH = `${ADMIN_BASE}/system`;

export const ADMIN_TABS = [
  { value: USERS_PATH, label: 'Users' },
  { value: ENTITIES_PATH, label: 'Entities' },
  { value: ROLES_PATH, label: 'Roles' },
  { value: MODULES_PATH, label: 'Modules' },
  { value: WHITELIST_PATH, label: 'Whitelist' },
  { value: SCIM_PATH, label: 'Provisioning' },
  { value: SYSTEM_PATH, label: 'System' },
] as const;

export const PRIVILEGES = [
  { value: 0, label: 'System Admin' },
  { value: 1, label: 'Entity Admin' },
  { value: 2, label: 'Normal' },
] as const;

export const CATEGORIES = [
  { value: 0, label: 'All' },
  { value: 1, label: 'Cross Border' },
  { value: 2, label: 'Local' },
] as const;

export const STATUSES = [
  { value: 0, label: 'Active', tone: 'success' },
  { value: 1, label: 'Disabled', tone: 'neutral' },
] as const;

/** Administrators as the documents show them: without the mail domain (USER-4). */
export const withoutDomain = (email: string): string => email.split('@')[0] ?? email;
