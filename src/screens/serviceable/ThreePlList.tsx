import type { Row } from '../../sync/types.ts';
import { RoutedList } from '../shared/RoutedList.tsx';
import type { ThreePlPage } from './tabs.ts';
import { THREE_PL_PAGES } from './threePlPages.ts';

const sameFilters = (applied: Row): Row => applied;

/** The list of one page of 3PL Serviceable Area: loaded when it is opened, apart from the channels' pages. */
export const ThreePlList = ({ page }: { page: ThreePlPage }) => (
  <RoutedList key={page} definition={THREE_PL_PAGES[page]} toCall={sameFilters} untitled creates />
);
