/** Names of the icons that a menu group may have (MENU-1: each group has one). A name is stored with the module. */
export const MODULE_ICONS = ['Money', 'DataLine', 'Box', 'Wrench', 'VehicleTruck', 'History', 'BranchFork'] as const;
export type ModuleIcon = (typeof MODULE_ICONS)[number];

/** Why a module cannot have an icon of this name; null if it can. Without a name, the plain list icon is shown. */
export const moduleIconProblem = (name: string): string | null =>
  name === '' || MODULE_ICONS.some(known => known === name)
    ? null
    : `there is no icon "${name}"; use one of ${MODULE_ICONS.join(', ')}, or leave it empty`;
