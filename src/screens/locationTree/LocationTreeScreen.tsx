import { RoutedList } from '../shared/RoutedList.tsx';
import { treeScreen } from './definition.tsx';

/** Location Tree: the places of the country, loaded immediately from this device. */
export const LocationTreeScreen = () => <RoutedList definition={treeScreen} />;
