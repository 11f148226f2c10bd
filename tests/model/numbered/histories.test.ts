import { describeHistories } from '../describeHistories.ts';
import { ORDERS } from './orders.ts';

describeHistories(ORDERS, 125, [1, 2]);
