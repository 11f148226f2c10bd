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
import type { ModuleIcon } from '../domain/moduleIcons.ts';

const ICONS: Readonly<Record<ModuleIcon, FluentIcon>> = {
  Money: MoneyRegular,
  DataLine: DataLineRegular,
  Box: BoxRegular,
  Wrench: WrenchRegular,
  VehicleTruck: VehicleTruckRegular,
  History: HistoryRegular,
  BranchFork: BranchForkRegular,
};

/** A group without an icon, or with one that only a newer build has, gets the plain list icon. */
export const groupIcon = (name: string): FluentIcon => (ICONS as Record<string, FluentIcon>)[name] ?? AppsListRegular;
