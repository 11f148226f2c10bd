import { RoutedList } from '../shared/RoutedList.tsx';
import { THREE_PL_PAGES } from './threePlPages.ts';

/** The list of one page of 3PL Serviceable Area: loaded when it is opened, separately from the channels' pages. */
export const ThreePlList = ({ page }: { page: keyof typeof THREE_PL_PAGES }) => (
  <RoutedList key={page} definition={THREE_PL_PAGES[page]} untitled creates />
);
