import { PageHeader } from '../../ui/PageHeader.tsx';
import { useTabbedStyles } from '../../ui/tabbedStyles.ts';
import { RoutedList } from '../shared/RoutedList.tsx';
import { rateList } from './pages.ts';

/** The rates of a country's channels (RATE-1 to RATE-9). */
export function RatesScreen() {
  const styles = useTabbedStyles();
  return (
    <div className={styles.root}>
      <PageHeader title="Rates" />
      <RoutedList definition={rateList} untitled creates />
    </div>
  );
}
