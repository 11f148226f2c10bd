import { RoutedList } from '../shared/RoutedList.tsx';
import { treeScreen } from './definition.tsx';

/** Location Tree: the places of the country, from this device at once. */
export const LocationTreeScreen = () => <RoutedList definition={treeScreen} />;
