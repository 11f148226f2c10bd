import { vi } from 'vitest';
import { withTicket } from '../../support/ticket.ts';
import { describeHistories } from '../describeHistories.ts';
import { TICKETS } from './tickets.ts';

vi.mock('../../../src/contract/resources/all.ts', async load => withTicket(await load()));

describeHistories(TICKETS, 125, [1, 2]);
