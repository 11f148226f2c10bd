import { countryIn, meaningOf, namesAnother, withCountry, withoutCountry } from '../../domain/addressCountry.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import type { NoticeContent, NoticeStore } from '../notices/noticeStore.ts';

/** The keeper's dependencies on the browser, the session and the page. */
export interface KeeperDeps {
  /** The browser's URL, which may be ahead of the router's URL. */
  address: () => { pathname: string; search: string };
  /** Replaces the query in the current browser history entry. */
  put: (search: string) => void;
  /** Whether a page shows one country's data. */
  showsCountry: (pathname: string) => boolean;
  /** Null if nobody is signed in. */
  person: () => { current: Country; countries: readonly Country[] } | null;
  notices: Pick<NoticeStore, 'add' | 'open' | 'change' | 'close' | 'withdraw' | 'get'>;
  /** Whether the open page offers the switch itself; resolves once the page knows. */
  pageOffers: (search: string) => Promise<boolean>;
  /** Whether this device has no data for a country and the server is unreachable. */
  isMissing: (country: Country) => Promise<boolean>;
  /** Switches all windows to a country; the URL stays the same. */
  switchTo: (country: Country) => void;
  /** Removes the filters from the URL. */
  clearFilters: () => Promise<void>;
}

/** A question to the person: the country in question, and the notice that asks it, once shown. */
interface Question {
  country: Country;
  id: number | null;
}

const actionOf = (question: Question, label: string, run: () => void, dismissed: () => void) => ({
  label,
  run: () => {
    question.id = null;
    run();
  },
  dismissed,
});

/**
 * Keeps the country in the URL of every page that shows a country's data, and asks if a URL specifies a different
 * country: after a link, a reload, Back or Forward, or when this window followed another one. A URL awaiting the
 * person's answer keeps its country. All of a person's windows are in the same country, so nothing is switched without
 * the person's consent.
 */
export class CountryKeeper {
  private readonly deps: KeeperDeps;
  /** The question about the country in the URL. */
  private asked: Question | null = null;
  /** The question about the country that this window left to follow another window. */
  private followed: Question | null = null;
  private turn = 0;

  constructor(deps: KeeperDeps) {
    this.deps = deps;
  }

  /** Called when the URL or the page's own offer may have changed. */
  look = (): void => {
    this.turn += 1;
    const { person, address, showsCountry } = this.deps;
    const who = person();
    const { pathname, search } = address();
    if (!who || !showsCountry(pathname)) return this.drop();
    const meaning = meaningOf(countryIn(search), who);
    if (meaning.kind === 'unnamed' || meaning.kind === 'current') return this.settle();
    const { followed } = this;
    // Switching back is already offered.
    if (followed?.country === meaning.country && this.isShown(followed)) return this.drop();
    if (this.asked?.country !== meaning.country) this.drop();
    this.asked ??= { country: meaning.country, id: null };
    void this.ask(this.asked, meaning.kind === 'closed');
  };

  /** Called when the person's country changes, here or in another window. */
  changed(left: Country, chosenHere: boolean): void {
    const { person, notices } = this.deps;
    this.drop();
    this.dropFollowed();
    const who = person();
    if (!who) return;
    if (chosenHere) return this.settle();
    const here = COUNTRIES[who.current].inText;
    const there = COUNTRIES[left].inText;
    if (!who.countries.includes(left)) {
      const id = notices.add('warning', `You no longer have access to ${there}. This window now shows ${here}.`);
      this.followed = { country: left, id };
      return this.settle();
    }
    const before = this.page();
    const followed: Question = { country: left, id: null };
    followed.id = notices.add(
      'warning',
      `You switched to ${here} in another window, so this window switched too.`,
      actionOf(
        followed,
        `Back to ${there}`,
        () => void this.back(left, before),
        () => this.settle(),
      ),
    );
    this.followed = followed;
    this.look();
  }

  /** Called when someone signs in or out. */
  personChanged(): void {
    this.asked = null;
    this.followed = null;
    this.look();
  }

  /** The URL specifies the current country, which the page uses, and no question is open. */
  private settle(): void {
    this.drop();
    const { person, address, put, showsCountry } = this.deps;
    const who = person();
    const { pathname, search } = address();
    if (!who || !showsCountry(pathname)) return;
    if (countryIn(search) !== who.current || namesAnother(search, who.current)) put(withCountry(search, who.current));
  }

  private async ask(question: Question, closed: boolean): Promise<void> {
    const { turn } = this;
    const { pageOffers, isMissing, person, address, notices, switchTo } = this.deps;
    const itself = !closed && (await pageOffers(address().search));
    const missing = !closed && (await isMissing(question.country));
    const who = person();
    if (turn !== this.turn || !who) return;
    if (itself) {
      // If a list offers the switch later, it shows the offer in place of its rows.
      this.drop();
      return;
    }
    const here = COUNTRIES[who.current].inText;
    const there = COUNTRIES[question.country].inText;
    const content: NoticeContent = closed
      ? {
          kind: 'warning',
          text: `This link is for ${there}, which you cannot access`,
          detail: `This page shows ${here}. To see ${there}, ask an administrator for access`,
          action: actionOf(
            question,
            `Stay in ${here}`,
            () => this.settle(),
            () => this.settle(),
          ),
        }
      : {
          kind: 'info',
          text: `This link is for ${there}`,
          detail: `You are working in ${here}, so this page shows ${here}${
            missing ? `. You are offline, and this device has no data for ${there} yet` : ''
          }`,
          action: actionOf(
            question,
            `Switch to ${there}`,
            () => switchTo(question.country),
            () => this.settle(),
          ),
        };
    if (this.isShown(question)) {
      const shown = notices.get().shown.find(({ id }) => id === question.id);
      if (question.id !== null && (shown?.text !== content.text || shown.detail !== content.detail))
        notices.change(question.id, content);
    } else question.id = notices.open(content);
  }

  /**
   * Switches back. Filters set after this window followed another one belong to the other country, so they are cleared.
   */
  private async back(left: Country, before: string): Promise<void> {
    if (this.page() !== before) await this.deps.clearFilters();
    this.deps.switchTo(left);
  }

  private page(): string {
    const { pathname, search } = this.deps.address();
    return pathname + withoutCountry(search);
  }

  private isShown({ id }: Question): boolean {
    return this.deps.notices.get().shown.some(notice => notice.id === id);
  }

  private drop(): void {
    const id = this.asked?.id ?? null;
    this.asked = null;
    if (id !== null) this.deps.notices.withdraw(id);
  }

  private dropFollowed(): void {
    const id = this.followed?.id ?? null;
    this.followed = null;
    if (id !== null) this.deps.notices.close(id);
  }
}
