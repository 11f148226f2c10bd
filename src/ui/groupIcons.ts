import {
  AppsListRegular,
  BoxRegular,
  BranchForkRegular,
  DataLineRegular,
  HistoryRegular,
  MoneyRegular,
  VehicleTruckRegular,
  WrenchRegular,
  type FluentIcon,
} from '@fluentui/react-icons';

/** Icon names that a menu group may use (MENU-1: each group has one). */
const ICONS: Readonly<Record<string, FluentIcon>> = {
  Money: MoneyRegular,
  DataLine: DataLineRegular,
  Box: BoxRegular,
  Wrench: WrenchRegular,
  VehicleTruck: VehicleTruckRegular,
  History: HistoryRegular,
  BranchFork: BranchForkRegular,
};

/** The names of the icons that a group can have. */
export const GROUP_ICONS: readonly string[] = Object.keys(ICONS);

/** A group with an unknown icon name gets the plain list icon. */
export const groupIcon = (name: string): FluentIcon => ICONS[name] ?? AppsListRegular;
