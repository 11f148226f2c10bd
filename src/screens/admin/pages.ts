import {
  ADMINISTRATION,
  CATEGORY_NAMES,
  isOfCategory,
  PRIVILEGE_NAMES,
  SYSTEM,
  type Category,
} from '../../domain/permission.ts';

/** Paths of the administration pages (USER-9, G97), all below the sub-application's mount. */
export const ADMIN_BASE = '/opssystemsettingv2';
export const USERS_PATH = `${ADMIN_BASE}/users`;
export const ENTITIES_PATH = `${ADMIN_BASE}/entities`;
export const ROLES_PATH = `${ADMIN_BASE}/roles`;
export const MODULES_PATH = `${ADMIN_BASE}/modules`;
export const WHITELIST_PATH = `${ADMIN_BASE}/whitelist`;
export const SCIM_PATH = `${ADMIN_BASE}/provisioning`;
export const SYSTEM_PATH = `${ADMIN_BASE}/system`;

/** Each page with its required permission. */
export const ADMIN_TABS = [
  { value: USERS_PATH, label: 'Users', code: ADMINISTRATION },
  { value: ENTITIES_PATH, label: 'Entities', code: ADMINISTRATION },
  { value: ROLES_PATH, label: 'Roles', code: ADMINISTRATION },
  { value: MODULES_PATH, label: 'Modules', code: ADMINISTRATION },
  { value: WHITELIST_PATH, label: 'Whitelist', code: ADMINISTRATION },
  { value: SCIM_PATH, label: 'Provisioning', code: SYSTEM },
  { value: SYSTEM_PATH, label: 'System', code: SYSTEM },
] as const;

export const PRIVILEGES = PRIVILEGE_NAMES.map((label, value) => ({ value, label }));

export const CATEGORIES = CATEGORY_NAMES.map((label, value) => ({ value, label }));

/**
 * The categories that an administrator may assign: only their own one, if they are limited to one (PERM-17), and the
 * user's current one.
 */
export const categoriesFor = (own: Category, has?: Category): typeof CATEGORIES =>
  CATEGORIES.filter(({ value }) => isOfCategory(own, value) || value === has);

export const STATUSES = [
  { value: 0, label: 'Active', tone: 'success' },
  { value: 1, label: 'Disabled', tone: 'neutral' },
] as const;

/** A record's id, as in the address of its form. */
export const idOf = ({ id }: { id: number }): number => id;

/** Formats administrators as in the documents: without the mail domain (USER-4). */
export const withoutDomain = (email: string): string => email.split('@')[0] ?? email;
