import type { SyncStatus } from '../../sync/types.ts';

export interface HomeText {
  tone: 'fine' | 'waiting' | 'attention';
  title: string;
  detail: string;
}

const changes = (n: number): string => (n === 1 ? '1 change' : `${n} changes`);

/** How the queue stands, in a title and a sentence. */
export function queueText({ network, signedOut, counted, waiting, held, needsYou }: SyncStatus): HomeText {
  if (!counted)
    return { tone: 'waiting', title: 'Reading your changes', detail: 'What waits on this device is looked up.' };
  if (needsYou > 0) {
    return {
      tone: 'attention',
      title: needsYou === 1 ? '1 change needs you' : `${needsYou} changes need you`,
      detail: 'The server refused it, or a colleague changed the same record meanwhile. Decide what becomes of it.',
    };
  }
  if (held > 0 && !signedOut) {
    return {
      tone: 'attention',
      title: held === 1 ? '1 change waits for your go' : `${held} changes wait for your go`,
      detail: 'They waited for long and some of their records are others now. Look at them, then send them.',
    };
  }
  if (waiting === 0) {
    return { tone: 'fine', title: 'Nothing waits', detail: 'Everything you changed is on the server.' };
  }
  const title = `${changes(waiting)} ${network === 'online' ? 'on the way' : 'waiting'}`;
  if (signedOut) return { tone: 'attention', title, detail: 'Sign in to send what waits on this device.' };
  return {
    tone: 'waiting',
    title,
    detail:
      network === 'online'
        ? 'Stored on this device and being sent.'
        : 'Stored on this device, sent as soon as the server can be reached.',
  };
}

/** What of the country is held for working without the network. */
export function mirrorText({ mirror, mirrorProgress, network }: SyncStatus): HomeText {
  if (mirror === 'ready') {
    return {
      tone: 'fine',
      title: 'Ready to work offline',
      detail: 'Channels and places of this country are held on this device.',
    };
  }
  const percent = Math.floor(Math.min(1, Math.max(0, mirrorProgress)) * 100);
  if (mirror === 'loading') {
    return {
      tone: 'waiting',
      title: `Getting ready for offline work, ${percent} %`,
      detail: 'Channels and places are being loaded.',
    };
  }
  return network === 'offline'
    ? {
        tone: 'attention',
        title: 'Not ready for offline work',
        detail: 'Nothing of this country is held yet. Connect once to load it.',
      }
    : { tone: 'waiting', title: 'Getting ready for offline work', detail: 'Channels and places will be loaded now.' };
}
