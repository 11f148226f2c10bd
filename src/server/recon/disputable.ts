import { DUE_DAYS } from '../../domain/recon/dispute.ts';
import { RECON_STATUS } from '../../domain/recon/status.ts';
import { BLOCK_IDS } from './counters.ts';

/** What can be disputed (issue 30, 1), as SQL: a dispute, its list, the notice and the tile on Home use the same rule. */

/**
 * The disputed amount of a parcel `p`, which is its difference or, if there is no order for it or it may not be billed
 * yet, the whole billed amount. It is at most what the bill charges: a difference that contains too much of earlier bills
 * is disputed there, and would be claimed twice. Null for a parcel that was billed in several currencies, because its sum has no
 * currency.
 */
export const CONTESTED = `CASE WHEN p.reason IN ('noOrder', 'notDelivered') THEN CASE WHEN p.currency <> '' THEN p.billed END WHEN p.difference IS NOT NULL THEN LEAST(p.difference, p.billed) END`;

const DISPUTABLE_STATUSES = [RECON_STATUS.discrepant, RECON_STATUS.rejected, RECON_STATUS.failed].join();

/** Whether a parcel `p` can be disputed: too much was billed for it, nobody has accepted that, and it is not disputed. */
export const CAN_BE_DISPUTED = `p.status IN (${DISPUTABLE_STATUSES}) AND ${CONTESTED} > 0
  AND NOT EXISTS (SELECT 1 FROM recon_dispute_parcels o WHERE o.parcel_id = p.id)`;

/**
 * The parcels `p` of a bill `b` that can be disputed, as the end of a SELECT. Only blocks that contain parcels with such
 * a status are read: on most bills, few parcels of many have one.
 */
export const DISPUTABLE_PARCELS = `FROM recon_blocks k
  JOIN recon_parcels p ON p.bill_id = k.bill_id AND p.id >= k.block * ${BLOCK_IDS} AND p.id < (k.block + 1) * ${BLOCK_IDS}
   AND p.status = k.status AND p.reason = k.reason AND p.channel_id = k.channel_id
  WHERE k.bill_id = b.id AND k.parcels > 0 AND k.status IN (${DISPUTABLE_STATUSES}) AND ${CAN_BE_DISPUTED}`;

/** Whether a bill `b` was compared, nobody has disputed any of its parcels yet, and at least one can be disputed. */
export const IS_UNDISPUTED = `NOT b.deleted AND b.state = 'ready' AND NOT EXISTS (SELECT 1 FROM recon_disputes o WHERE o.bill_id = b.id)
  AND EXISTS (SELECT 1 ${DISPUTABLE_PARCELS})`;

/** Whether the deadline of a bill `b` is at most `DUE_DAYS` after a day, and has not passed on it. */
export const isDueOn = (day: string): string =>
  `b.deadline >= ${day} AND b.deadline <= to_char(to_date(${day}, 'YYYY-MM-DD') + ${DUE_DAYS}, 'YYYY-MM-DD')`;
