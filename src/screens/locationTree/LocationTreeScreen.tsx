import { RoutedList } from '../shared/RoutedList.tsx';
import { treeScreen } from './definition.tsx';

/** Location Tree: the country's places, loaded immediately from this device. */
export const LocationTreeScreen = () => <RoutedList definition={treeScreen} />;
