import { vi } from 'vitest';
import { withTicket } from '../../support/ticket.ts';
import { describeSabotage } from '../describeSabotage.ts';
import { TICKETS } from './tickets.ts';

vi.mock('../../../src/contract/resources/all.ts', async load => withTicket(await load()));

describeSabotage(TICKETS);
