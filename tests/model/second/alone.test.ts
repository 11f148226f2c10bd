import { describeAlone } from '../describeAlone.ts';
import { TICKETS } from './tickets.ts';

describeAlone(TICKETS);
