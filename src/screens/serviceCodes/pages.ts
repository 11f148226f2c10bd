import { serviceCode } from '../../contract/resources/serviceCode.ts';
import { batchesOf } from '../resource/batches.tsx';
import { screenOf } from '../resource/screen.tsx';

/** What the page of service codes says beside the resource's declaration (SVC-1 to SVC-4). */

export const SERVICE_CODES_PATH = serviceCode.page;
export const IMPORTS_PATH = `${SERVICE_CODES_PATH}/imports`;

export const serviceCodeList = screenOf({
  resource: serviceCode,
  id: 'serviceCodes',
  history: () => `${SERVICE_CODES_PATH}/log?code=${serviceCode.feature}`,
  texts: {
    idle: '',
    empty: 'No service code matches these filters',
    none: 'This country has no service codes yet',
  },
});

export const serviceCodeBatches = batchesOf(serviceCode, 'serviceCodes.imports');
