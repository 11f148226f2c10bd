import { scopeOfNumber } from '../../../contract/owner.ts';
import { formatCount } from '../../../domain/format.ts';

/** "2 of 12 channels and 3PLs deliver here". @param numbers of those that answered (contract/owner) */
export function deliverText(served: number, numbers: readonly number[]): string {
  const threePls = numbers.filter(number => scopeOfNumber(number) === '3pl').length;
  const one = numbers.length === 1;
  const channels = one ? 'channel' : 'channels';
  const words = threePls === 0 ? channels : threePls < numbers.length ? 'channels and 3PLs' : one ? '3PL' : '3PLs';
  return `${formatCount(served)} of ${formatCount(numbers.length)} ${words} ${one ? 'delivers' : 'deliver'} here`;
}
