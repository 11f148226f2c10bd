import { vi } from 'vitest';
import { describeHistories } from '../describeHistories.ts';
import { ORDERS } from './orders.ts';

vi.mock('../../../src/contract/resources/all.ts', async load =>
  (await import('../../support/parcelOrder.ts')).withParcelOrder(await load()),
);

describeHistories(ORDERS, 1250, [1, 2, 3, 4]);
