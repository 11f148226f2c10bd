import { vi } from 'vitest';
import { describeHistories } from '../describeHistories.ts';
import { TICKETS } from './tickets.ts';

vi.mock('../../../src/contract/resources/all.ts', async load =>
  (await import('../../support/ticket.ts')).withTicket(await load()),
);

describeHistories(TICKETS, 125, [1, 2]);
