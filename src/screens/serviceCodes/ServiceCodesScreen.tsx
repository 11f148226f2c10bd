import { RoutedList } from '../shared/RoutedList.tsx';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import { IMPORTS_PATH, SERVICE_CODES_PATH, serviceCodeBatches, serviceCodeList } from './pages.ts';

const TABS = [
  { value: SERVICE_CODES_PATH, label: 'Service Codes' },
  { value: IMPORTS_PATH, label: 'Import History' },
] as const;

const ServiceCodes = ({ path }: { path: string }) => (
  <TabbedPage title="Service Codes" label="Service code pages" tabs={TABS} current={path}>
    {path === SERVICE_CODES_PATH ? (
      <RoutedList key={path} definition={serviceCodeList} untitled creates />
    ) : (
      <RoutedList key={path} definition={serviceCodeBatches} untitled />
    )}
  </TabbedPage>
);

/** A country's service codes (SVC-1, SVC-2, SVC-4). */
export const ServiceCodesScreen = () => <ServiceCodes path={SERVICE_CODES_PATH} />;

/** Import batches of service codes (SVC-3). */
export const ServiceCodeImportsScreen = () => <ServiceCodes path={IMPORTS_PATH} />;
