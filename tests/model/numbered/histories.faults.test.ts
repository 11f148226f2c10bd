import { describeHistories } from '../describeHistories.ts';
import { ORDERS } from './orders.ts';

describeHistories(ORDERS, 1250, [1, 2, 3, 4]);
