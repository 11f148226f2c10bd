import type { ReactNode } from 'react';
import { channelGroup, reconChannel, reconForecast, reconRule } from '../../contract/resources/recon.ts';
import { shipment } from '../../contract/resources/shipment.ts';
import { pageOf } from '../page/pageOf.ts';
import { ORDERS_PATH } from '../shared/reconOrders.ts';
import { RoutedList } from '../shared/RoutedList.tsx';
import { DisputesBody } from './DisputesBody.tsx';
import { ForecastHint } from './ForecastHint.tsx';
import { LayoutsBody } from './LayoutsBody.tsx';
import { billList, downloadList, orderList } from './lists.tsx';
import { ReconPage } from './parts.tsx';
import { BILLS_PATH, DISPUTES_PATH, DOWNLOADS_PATH, LAYOUTS_PATH, SUMMARY_PATH, YEARS_PATH } from './paths.ts';
import { SummaryBody } from './SummaryBody.tsx';
import { YearsBody } from './YearsBody.tsx';

const framed = (path: string, body: ReactNode) => () => <ReconPage path={path}>{body}</ReconPage>;

/** Totals by month, reason, supplier, channel and bill (REC-3). */
export const SummaryScreen = framed(SUMMARY_PATH, <SummaryBody />);
/** Exact totals of settled bills over several years. */
export const YearsScreen = framed(YEARS_PATH, <YearsBody />);
/** Bills of suppliers (REC-3, REC-4, REC-11). */
export const BillsScreen = framed(BILLS_PATH, <RoutedList definition={billList} untitled />);
/** Billed parcels (REC-6, REC-10). */
export const OrdersScreen = framed(ORDERS_PATH, <RoutedList definition={orderList} untitled />);
/** Disputes and credit notes. */
export const DisputesScreen = framed(DISPUTES_PATH, <DisputesBody />);
/** Layouts for parsing suppliers' files. */
export const LayoutsScreen = framed(LAYOUTS_PATH, <LayoutsBody />);
/** Files requested in the background (REC-8). */
export const DownloadsScreen = framed(DOWNLOADS_PATH, <RoutedList definition={downloadList} untitled />);

const listed = (resource: Parameters<typeof pageOf>[0], more: Parameters<typeof pageOf>[1] = {}) => {
  const page = pageOf(resource, more);
  return framed(page.path, <RoutedList key={page.path} definition={page.list} untitled creates />);
};

/** Recon shipping fee rules, forecasts, recon channels, channel groups (REC-1, REC-2, REC-9, REC-13) and shipments. */
export const RulesScreen = listed(reconRule);
export const ForecastsScreen = listed(reconForecast, { Hint: ForecastHint });
export const ChannelsScreen = listed(reconChannel);
export const GroupsScreen = listed(channelGroup);
export const ShipmentsScreen = listed(shipment);
