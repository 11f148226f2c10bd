import { ownerOfKey, type OwnerKey } from '../../../contract/owner.ts';
import { formatCount } from '../../../domain/format.ts';

/**
 * Summarizes a check, e.g. "2 of 12 channels and 3PLs deliver here, 4 depend on the other address, 6 do not".
 *
 * @param open number of owners whose answer depends on missing input
 * @param owners those with an answer
 * @param onOwn whether some of the open answers depend on the address itself, of which too little is known
 */
export function deliverText(served: number, open: number, owners: readonly OwnerKey[], onOwn = false): string {
  const threePls = owners.filter(owner => ownerOfKey(owner).kind === '3pl').length;
  const one = owners.length === 1;
  const channels = one ? 'channel' : 'channels';
  const words = threePls === 0 ? channels : threePls < owners.length ? 'channels and 3PLs' : one ? '3PL' : '3PLs';
  const not = owners.length - served - open;
  const rest = [
    open > 0
      ? `${formatCount(open)} ${open === 1 ? 'depends' : 'depend'} on ${onOwn ? 'a more exact address' : 'the other address'}`
      : '',
    open > 0 && not > 0 ? `${formatCount(not)} ${not === 1 ? 'does' : 'do'} not` : '',
  ];
  const said = `${formatCount(served)} of ${formatCount(owners.length)} ${words} ${one ? 'delivers' : 'deliver'} here`;
  return [said, ...rest.filter(text => text !== '')].join(', ');
}
