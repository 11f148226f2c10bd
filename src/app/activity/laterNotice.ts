import { formatClock } from '../../domain/format.ts';
import type { AskedLater, laterOf } from '../../sync/actions/askedLater.ts';
import type { Clock } from '../../sync/base/env.ts';
import type { NoticeStore } from '../notices/noticeStore.ts';

export interface LaterNoticeDeps {
  clock: Pick<Clock, 'now' | 'after'>;
  notices: Pick<NoticeStore, 'add' | 'close'>;
  later: Pick<ReturnType<typeof laterOf>, 'all' | 'keep' | 'take'>;
  /**
   * The person's current country and its time zone, whether the network is up, and whether the open page asks for the
   * decision itself.
   */
  here: () => { country: string; timeZone: string; online: boolean; asksItself: boolean };
  /** Opens the page that asks for the decision. */
  decide: () => void;
}

const channelOf = ({ key }: AskedLater): string => key.split('/')[1] ?? '';

/** The notice's text for switches awaiting a decision. */
export function waitingText(waiting: readonly AskedLater[], timeZone: string): string {
  const [first] = waiting.toSorted((a, b) => a.until - b.until);
  if (!first) return '';
  const what =
    waiting.length === 1
      ? `The maintenance switch of channel ${channelOf(first)} was`
      : `The maintenance switches of ${waiting.length} channels were`;
  const [they, have] = waiting.length === 1 ? ['It', 'has'] : ['They', 'have'];
  return `${what} requested while the server could not be reached. ${they} ${have} not been sent: decide by ${formatClock(first.until, timeZone)}.`;
}

/**
 * Shows a notice on every page if a maintenance switch that was requested offline awaits a decision now that the
 * network is back (CHC-19). The channels page asks itself. An expired request is dropped on any page.
 */
export function createLaterNotice({ clock, notices, later, here, decide }: LaterNoticeDeps) {
  let shown: { id: number; text: string } | null = null;
  /** Switches whose notice the person has closed. */
  let closed = '';
  let stopTimer = (): void => undefined;
  let turn = 0;
  const close = () => {
    if (shown) notices.close(shown.id);
    shown = null;
  };

  async function look(): Promise<void> {
    const own = ++turn;
    const { country } = here();
    const found = await later.all(country as never);
    if (own !== turn) return;
    stopTimer();
    const now = clock.now();
    for (const asked of found.filter(({ until }) => until <= now)) {
      if (await later.take(asked.key))
        notices.add(
          'warning',
          `The maintenance switch of channel ${channelOf(asked)} was canceled because it was not confirmed in time`,
        );
    }
    if (own !== turn) return;
    const waiting = found.filter(({ until }) => until > now);
    const next = Math.min(...waiting.map(({ until }) => until));
    stopTimer = Number.isFinite(next) ? clock.after(next - now, () => void look().catch(() => undefined)) : stopTimer;
    const { online, asksItself, timeZone } = here();
    const text = online && !asksItself ? waitingText(waiting, timeZone) : '';
    if (text === '') return close();
    if (shown?.text === text || closed === text) return;
    close();
    const id = notices.add('warning', text, {
      label: 'Decide',
      run: decide,
      dismissed: () => {
        closed = text;
      },
    });
    shown = { id, text };
  }

  return {
    look: (): Promise<void> => look().catch(() => undefined),
    stop(): void {
      turn += 1;
      stopTimer();
      close();
    },
  };
}
