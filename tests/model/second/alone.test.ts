import { vi } from 'vitest';
import { withTicket } from '../../support/ticket.ts';
import { describeAlone } from '../describeAlone.ts';
import { TICKETS } from './tickets.ts';

vi.mock('../../../src/contract/resources/all.ts', async load => withTicket(await load()));

describeAlone(TICKETS);
