import { describeSabotage } from '../describeSabotage.ts';
import { TICKETS } from './tickets.ts';

describeSabotage(TICKETS);
