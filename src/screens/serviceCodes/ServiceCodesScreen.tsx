import { useNavigate } from '@tanstack/react-router';
import { lastAddress } from '../../ui/list/lastSearch.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTabbedStyles } from '../../ui/tabbedStyles.ts';
import { useUi } from '../../ui/UiContext.ts';
import { RoutedList } from '../shared/RoutedList.tsx';
import { IMPORTS_PATH, SERVICE_CODES_PATH, serviceCodeBatches, serviceCodeList } from './pages.ts';

const TABS = [
  { value: SERVICE_CODES_PATH, label: 'Service Codes' },
  { value: IMPORTS_PATH, label: 'Import History' },
] as const;

function ServiceCodes({ path }: { path: string }) {
  const styles = useTabbedStyles();
  const navigate = useNavigate();
  const { userKey, entity } = useUi();
  /** A tab as it was left. */
  const hrefOf = (tab: string): string => lastAddress(userKey, entity, tab) ?? tab;
  return (
    <div className={styles.root}>
      <PageHeader
        title="Service Codes"
        tabs={
          <Tabs
            label="Service code pages"
            items={TABS.map(tab => ({ ...tab, href: hrefOf(tab.value) }))}
            value={path}
            onSelect={next => void navigate({ href: hrefOf(next) })}
          />
        }
      />
      {path === SERVICE_CODES_PATH ? (
        <RoutedList key={path} definition={serviceCodeList} untitled creates />
      ) : (
        <RoutedList key={path} definition={serviceCodeBatches} untitled />
      )}
    </div>
  );
}

/** The service codes of a country (SVC-1, SVC-2, SVC-4). */
export const ServiceCodesScreen = () => <ServiceCodes path={SERVICE_CODES_PATH} />;

/** The batches in which they were imported (SVC-3). */
export const ServiceCodeImportsScreen = () => <ServiceCodes path={IMPORTS_PATH} />;
