import { thingsText } from '../../screens/shared/thingsText.ts';
import type { SyncStatus } from '../../sync/types.ts';

/** The text of the sync pill in the header, which never claims more than is known (issue "shell"). */

/** The pill's variant; each has its own icon next to the text. */
export type PillTone = 'ok' | 'busy' | 'offline' | 'attention' | 'connecting';

export interface PillText {
  tone: PillTone;
  /** The whole sentence. */
  text: string;
  /** For narrow screens; the full sentence remains the accessible name. */
  short: string;
}

type PillInput = Pick<SyncStatus, 'network' | 'signedOut' | 'waiting' | 'needsYou'> &
  Partial<
    Pick<SyncStatus, 'ready' | 'paused' | 'counted' | 'trouble' | 'asked' | 'imports' | 'bulks' | 'importsNeedYou'>
  >;

const NETWORK = { online: 'Online', offline: 'Offline', unknown: 'Connecting' } as const;

/** The server responds, but its database is away: it can accept nothing. */
const NOT_READY = 'Server not ready';

const TROUBLE = { server: 'Server error', between: 'Blocked before reaching the server' } as const;

const needYou = (n: number): string => (n === 1 ? '1 needs attention' : `${n} need attention`);

/** Returns the text for a state. Anything the person must do takes precedence over anything automatic. */
export function pillText(status: PillInput): PillText {
  const {
    network,
    ready = true,
    signedOut,
    paused = 0,
    counted = true,
    trouble,
    asked = 0,
    imports = 0,
    bulks = 0,
    importsNeedYou = 0,
  } = status;
  const needsYou = status.needsYou + importsNeedYou;
  const waiting = status.waiting + imports;
  // The status counts bulk changes among the imports.
  const changes = (n: number): string => thingsText(n, { imports: imports - bulks, bulks });
  const isUnready = network === 'online' && !ready;
  const word = isUnready ? NOT_READY : NETWORK[network];
  // Makes no claim about a queue that has not been read yet.
  if (!counted) return { tone: 'connecting', text: word, short: word };
  if (signedOut) {
    const own = needsYou > 0 ? `, ${needYou(needsYou)}` : '';
    if (waiting === 0) return { tone: 'attention', text: `Signed out${own || ', all saved'}`, short: 'Signed out' };
    return { tone: 'attention', text: `Sign in to send ${changes(waiting)}${own}`, short: 'Sign in' };
  }
  const moving = waiting - paused;
  if (needsYou > 0 || paused > 0) {
    const parts = [
      needsYou > 0 ? needYou(needsYou) : '',
      paused > 0 ? `${paused} paused` : '',
      moving > 0 ? `${moving} ${paused > 0 && network === 'online' && ready ? 'being sent' : 'waiting'}` : '',
    ].filter(part => part !== '');
    const short = needsYou > 0 ? needYou(needsYou) : `${paused} paused`;
    return { tone: 'attention', text: [word, ...parts].join(', '), short };
  }
  if (isUnready)
    return waiting === 0
      ? { tone: 'attention', text: `${NOT_READY}, all saved here`, short: 'Not ready' }
      : { tone: 'attention', text: `${NOT_READY}, ${changes(waiting)} waiting`, short: `${waiting} waiting` };
  // If a change is not accepted even though the network is available, the text says why instead of claiming that it is
  // being saved.
  if (trouble && network !== 'offline' && waiting > 0)
    return { tone: 'attention', text: `${TROUBLE[trouble]}, ${changes(waiting)} waiting`, short: `${waiting} waiting` };
  if (network === 'online') {
    return waiting === 0
      ? { tone: 'ok', text: 'Online, all saved', short: 'Saved' }
      : { tone: 'busy', text: `Online, saving ${changes(waiting)}`, short: `Saving ${waiting}` };
  }
  const tone = network === 'offline' ? 'offline' : 'connecting';
  if (waiting > 0) return { tone, text: `${word}, ${changes(waiting)} waiting`, short: `${waiting} waiting` };
  if (asked > 0) {
    const text = asked === 1 ? '1 urgent change not sent' : `${asked} urgent changes not sent`;
    return { tone, text: `${word}, ${text}`, short: `${asked} not sent` };
  }
  return network === 'offline'
    ? { tone, text: 'Offline, all saved here', short: 'Offline' }
    : { tone, text: 'Connecting', short: 'Connecting' };
}
