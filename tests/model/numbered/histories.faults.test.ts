import { describeHistories } from '../describeHistories.ts';
import { ORDERS } from './orders.ts';

// Fewer than of the other records, because only the creation of these records differs.
describeHistories(ORDERS, 300, [1, 2, 3, 4]);
