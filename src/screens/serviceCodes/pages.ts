import { serviceCode } from '../../contract/resources/serviceCode.ts';
import { batchesOf } from '../resource/batches.tsx';
import { pageOf } from '../page/pageOf.ts';

/** The additions of the service codes page to the resource's declaration (SVC-1 to SVC-4). */

export const SERVICE_CODES_PATH = serviceCode.page.path;
export const IMPORTS_PATH = `${SERVICE_CODES_PATH}/imports`;

export const { list: serviceCodeList } = pageOf(serviceCode, { id: 'serviceCodes' });

export const serviceCodeBatches = batchesOf(serviceCode, 'serviceCodes.imports');
