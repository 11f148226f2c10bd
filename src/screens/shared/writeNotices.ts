import type { NoticeAbout, NoticeOffer, Notify, OpenNotice } from '../../ui/UiContext.ts';

/**
 * A change's status with respect to the server. kept: only on this device, with a sentence that says why. accepted: the
 * server has it. over: refused, discarded or undone, so there is no success to report.
 */
export type WriteStatus = { is: 'kept'; text: string } | { is: 'accepted' } | { is: 'over' };

/** The text for a change accepted by the server. */
export interface Said {
  text: string;
  /** The record, or the import. */
  detail: string;
  /** URL of the record's list. */
  href?: string;
  offer?: NoticeOffer;
}

interface Followed {
  said: Said;
  notice: OpenNotice;
  /** Whether the change has waited for the server for so long that the notice says it is saved on this device. */
  due: boolean;
  writeStatus: WriteStatus | null;
  /** The sentence that is or was shown. */
  shown: string | null;
}

/** Time in milliseconds within which the server usually responds, so that nothing is shown earlier. */
export const ANSWER_WAIT = 1000;
/** Maximum number of changes to track; the oldest ones are dropped, and the queue page shows all of them. */
const MOST = 50;
/**
 * Maximum number of changes that are announced individually if they are accepted at once after their notices have
 * disappeared; above it, only their number is.
 */
const ONE_BY_ONE = 3;

/**
 * Reports the current state of each change: success once the server has accepted it or, if the response takes a while,
 * that the change is saved on this device. The notice is withdrawn if the change is refused, discarded or undone.
 */
export class WriteNotices {
  private readonly notify: Pick<Notify, 'open' | 'success'>;
  private readonly after: (millis: number, run: () => void) => unknown;
  private readonly followed = new Map<string, Followed>();
  /** Notices of changes that no longer need to be tracked; the bell still shows them. */
  private readonly done = new Map<string, OpenNotice>();

  constructor(notify: Pick<Notify, 'open' | 'success'>, after: (millis: number, run: () => void) => unknown) {
    this.notify = notify;
    this.after = after;
  }

  /** Ids of the changes whose status is needed. */
  get ids(): string[] {
    return [...this.followed.keys()];
  }

  follow(id: string, said: Said): void {
    const one: Followed = { said, notice: this.notify.open(), due: false, writeStatus: null, shown: null };
    this.followed.set(id, one);
    for (const oldest of this.ids.slice(0, -MOST)) this.followed.delete(oldest);
    this.after(ANSWER_WAIT, () => {
      one.due = true;
      if (this.followed.get(id) === one) this.say(id, one);
    });
  }

  /** Called with the current status of the tracked changes. */
  update(statuses: ReadonlyMap<string, WriteStatus>): void {
    const late: [string, Followed][] = [];
    for (const [id, one] of this.followed) {
      const writeStatus = statuses.get(id);
      if (!writeStatus) continue;
      const isNews = writeStatus.is === 'accepted' && one.writeStatus?.is !== 'accepted';
      one.writeStatus = writeStatus;
      if (isNews && one.shown !== null && !one.notice.isShown()) late.push([id, one]);
      else this.say(id, one);
    }
    if (late.length <= ONE_BY_ONE) for (const [id, one] of late) this.say(id, one);
    else {
      for (const [id] of late) this.followed.delete(id);
      this.notify.success(`${late.length} changes that were waiting on this device are now saved on the server`);
    }
  }

  /** The person undid the change, so its notice and its action disappear. */
  takenBack(id: string): void {
    (this.followed.get(id)?.notice ?? this.done.get(id))?.withdraw();
    this.followed.delete(id);
    this.done.delete(id);
  }

  /** Stops tracking a change; undoing it still withdraws its notice. */
  private leave(id: string, { notice }: Followed): void {
    this.followed.delete(id);
    this.done.set(id, notice);
    for (const oldest of [...this.done.keys()].slice(0, -MOST)) this.done.delete(oldest);
  }

  private say(id: string, one: Followed): void {
    const { writeStatus, notice, said, due, shown } = one;
    if (!writeStatus) return;
    if (writeStatus.is === 'over') {
      this.takenBack(id);
      return;
    }
    const isKept = writeStatus.is === 'kept';
    const text = isKept ? writeStatus.text : said.text;
    if (isKept && !due) return;
    if (shown === text) {
      // Shown to the person, and tracked only for as long as its action is available.
      if (!isKept && !notice.isShown()) this.leave(id, one);
      return;
    }
    // After the person has closed the notice about the saved change, no other reason is shown for it.
    if (isKept && shown !== null && !notice.isShown()) return;
    one.shown = text;
    notice.say({ kind: isKept ? 'info' : 'success', text, detail: said.detail, ...linkAndOffer(said) });
  }
}

const linkAndOffer = ({ href, offer }: Said): Pick<NoticeAbout, 'href' | 'offer'> => ({
  ...(href === undefined ? {} : { href }),
  ...(offer ? { offer } : {}),
});
