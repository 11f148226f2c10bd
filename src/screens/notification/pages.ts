/** Paths of the notification pages (NOTIF-1, NOTIF-2, G98), all below the sub-application's mount. */
export const NOTIFY_BASE = '/opsfe/notification';
export const RULES_PATH = `${NOTIFY_BASE}/triggerRule`;
export const TEMPLATES_PATH = `${NOTIFY_BASE}/template`;
export const DELIVERIES_PATH = `${NOTIFY_BASE}/deliveries`;
export const PREFERENCES_PATH = `${NOTIFY_BASE}/preferences`;

export const NOTIFY_TABS = [
  { value: RULES_PATH, label: 'Trigger Rules' },
  { value: TEMPLATES_PATH, label: 'Templates' },
  { value: DELIVERIES_PATH, label: 'Deliveries' },
  { value: PREFERENCES_PATH, label: 'My Preferences' },
] as const;
