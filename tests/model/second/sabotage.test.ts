import { vi } from 'vitest';
import { describeSabotage } from '../describeSabotage.ts';
import { TICKETS } from './tickets.ts';

vi.mock('../../../src/contract/resources/all.ts', async load =>
  (await import('../../support/ticket.ts')).withTicket(await load()),
);

describeSabotage(TICKETS);
