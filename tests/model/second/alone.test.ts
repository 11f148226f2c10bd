import { vi } from 'vitest';
import { describeAlone } from '../describeAlone.ts';
import { TICKETS } from './tickets.ts';

vi.mock('../../../src/contract/resources/all.ts', async load =>
  (await import('../../support/ticket.ts')).withTicket(await load()),
);

describeAlone(TICKETS);
