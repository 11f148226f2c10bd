import type { Row } from '../../sync/types.ts';
import { RoutedList } from '../shared/RoutedList.tsx';
import { treeScreen } from './definition.tsx';

const sameFilters = (applied: Row): Row => applied;

/** Location Tree: the places of the country, from this device at once. */
export const LocationTreeScreen = () => <RoutedList definition={treeScreen} toCall={sameFilters} />;
