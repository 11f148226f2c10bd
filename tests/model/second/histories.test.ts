import { describeHistories } from '../describeHistories.ts';
import { TICKETS } from './tickets.ts';

describeHistories(TICKETS, 125, [1, 2]);
