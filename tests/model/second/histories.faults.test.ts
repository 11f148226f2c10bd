import { describeHistories } from '../describeHistories.ts';
import { TICKETS } from './tickets.ts';

describeHistories(TICKETS, 1250, [1, 2, 3, 4]);
