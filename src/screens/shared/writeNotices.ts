import type { NoticeAbout, NoticeOffer, Notify, OpenNotice } from '../../ui/UiContext.ts';

/**
 * Status of a change towards the server. kept: on this device alone, with the sentence for it. accepted: the server has it.
 * over: refused, discarded or undone, so that there is nothing good to say of it.
 */
export type WriteStatus = { is: 'kept'; text: string } | { is: 'accepted' } | { is: 'over' };

/** What is said of a change once the server has it. */
export interface Said {
  text: string;
  /** The record, or the import. */
  detail: string;
  /** Address of the record's list. */
  href?: string;
  offer?: NoticeOffer;
}

interface Followed {
  said: Said;
  notice: OpenNotice;
  /** It waited long enough for the server's answer: what is kept is said. */
  due: boolean;
  writeStatus: WriteStatus | null;
  /** The sentence that is shown, or was. */
  shown: string | null;
}

/** The server mostly answers sooner than this (milliseconds): then nothing is said before it does. */
export const ANSWER_WAIT = 1000;
/** Changes that are followed at once; the oldest make room, the queue shows them all. */
const MOST = 50;
/** So many that come through together after their notices have left are announced one by one, more as their number. */
const ONE_BY_ONE = 3;

/**
 * Says of each change what is true of it: the sentence of success once the server has accepted it, before that, when the
 * answer takes its time, that it is saved on this device. A refusal, a discard or an undo takes the notice back.
 */
export class WriteNotices {
  private readonly notify: Pick<Notify, 'open' | 'success'>;
  private readonly after: (millis: number, run: () => void) => unknown;
  private readonly followed = new Map<string, Followed>();
  /** Notices of changes that need not be followed any more; the bell shows them still. */
  private readonly done = new Map<string, OpenNotice>();

  constructor(notify: Pick<Notify, 'open' | 'success'>, after: (millis: number, run: () => void) => unknown) {
    this.notify = notify;
    this.after = after;
  }

  /** Ids of the changes whose status is requested. */
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

  /** Takes the present status of the followed changes. */
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
      this.notify.success(`${late.length} changes that waited on this device are saved on the server`);
    }
  }

  /** The person took the change back: its notice and its offer go. */
  takenBack(id: string): void {
    (this.followed.get(id)?.notice ?? this.done.get(id))?.withdraw();
    this.followed.delete(id);
    this.done.delete(id);
  }

  /** Follows a change no longer; its notice is still withdrawn when the change is undone. */
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
      // Said, and followed only as long as its offer is there.
      if (!isKept && !notice.isShown()) this.leave(id, one);
      return;
    }
    // Who has closed the notice of what is kept sees no other reason for it.
    if (isKept && shown !== null && !notice.isShown()) return;
    one.shown = text;
    notice.say({ kind: isKept ? 'info' : 'success', text, detail: said.detail, ...linkAndOffer(said) });
  }
}

const linkAndOffer = ({ href, offer }: Said): Pick<NoticeAbout, 'href' | 'offer'> => ({
  ...(href === undefined ? {} : { href }),
  ...(offer ? { offer } : {}),
});
