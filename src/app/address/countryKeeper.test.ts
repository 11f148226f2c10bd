import { describe, expect, it } from 'vitest';
import type { Country } from '../../domain/country.ts';
import { createNoticeStore } from '../notices/noticeStore.ts';
import { CountryKeeper } from './countryKeeper.ts';

const LIST = '/carrier/serviceable/location';
const Q = '?q=%7B%22state%22%3A%22Bali%22%7D';

/** Waits until pending promises have settled. */
const answered = () => new Promise(resolve => setTimeout(resolve));

/** One of a person's windows, with its URL. */
function world(current: Country, others: readonly Country[] = [], address = `${LIST}${Q}`) {
  const notices = createNoticeStore({ now: () => 0, start: () => 0, stop: () => undefined });
  let who: { current: Country; countries: readonly Country[] } | null = { current, countries: [current, ...others] };
  const page = { offers: false, missing: [] as Country[] };
  let puts = 0;
  const at = (href: string) => new URL(href, 'http://x');
  let here = at(address);
  /** The person switches the country in this window or another one. */
  const choose = (country: Country, inThis: boolean) => {
    const left = who?.current ?? country;
    who = { current: country, countries: who?.countries ?? [] };
    keeper.changed(left, inThis);
  };
  const keeper: CountryKeeper = new CountryKeeper({
    address: () => here,
    put: search => {
      puts += 1;
      here = at(here.pathname + search);
    },
    showsCountry: path => path.startsWith('/carrier/'),
    person: () => who,
    notices,
    pageOffers: () => Promise.resolve(page.offers),
    isMissing: country => Promise.resolve(page.missing.includes(country)),
    switchTo: country => choose(country, true),
    clearFilters: () => {
      here = at(here.pathname);
      keeper.look();
      return Promise.resolve();
    },
  });
  return {
    keeper,
    notices,
    page,
    choose,
    mayWorkIn: (...countries: Country[]) => (who = who && { ...who, countries }),
    leave: () => {
      who = null;
      keeper.personChanged();
    },
    async go(href: string) {
      here = at(href);
      keeper.look();
      await answered();
    },
    async open() {
      keeper.look();
      await answered();
    },
    href: () => here.pathname + here.search,
    puts: () => puts,
    current: () => who?.current,
    said: () => notices.get().shown.map(({ text }) => text),
    offered: () => notices.get().shown.map(({ action }) => action?.label),
    detail: () => notices.get().shown[0]?.detail,
    take: () => notices.take(notices.get().shown[0]?.id ?? -1),
    dismiss: () => notices.dismiss(notices.get().shown[0]?.id ?? -1),
  };
}

describe('a URL without a country', () => {
  it("the current country is added once to a URL without one, if the page shows a country's data", async () => {
    const { open, go, href, puts, said } = world('ID', ['MY']);
    await open();
    expect(href()).toBe(`${LIST}${Q}&country=ID`);
    await open();
    expect(puts()).toBe(1);
    await go('/queue?entry=7');
    expect(href()).toBe('/queue?entry=7');
    await go(`${LIST}?country=XX`);
    expect(href()).toBe(`${LIST}?country=ID`);
    await go(`${LIST}?country=ID&country=MY`);
    expect(href()).toBe(`${LIST}?country=ID`);
    expect(said()).toEqual([]);
  });

  it('a URL without a country stays unchanged while nobody is signed in', async () => {
    const { leave, go, href } = world('ID');
    leave();
    await go(LIST);
    expect(href()).toBe(LIST);
  });
});

describe('a URL with another country of the person', () => {
  const ofIndonesia = `${LIST}${Q}&country=ID`;

  it("switching to the URL's country is offered once; the URL keeps its country until then, and its filters after the switch", async () => {
    const { open, said, offered, take, current, href, puts } = world('MY', ['ID'], ofIndonesia);
    await open();
    await open();
    expect(said()).toEqual(['This link is for Indonesia']);
    expect(offered()).toEqual(['Switch to Indonesia']);
    expect(href()).toBe(ofIndonesia);
    take();
    await answered();
    expect([current(), href(), said(), puts()]).toEqual(['ID', ofIndonesia, [], 0]);
  });

  it('if the person declines the offer, the current country is written to the URL', async () => {
    const { open, dismiss, href, said } = world('MY', ['ID'], ofIndonesia);
    await open();
    dismiss();
    await open();
    expect(href()).toBe(`${LIST}${Q}&country=MY`);
    expect(said()).toEqual([]);
  });

  it('the offer disappears with its URL: the next page uses the current country, and Back offers the switch again', async () => {
    const { open, go, href, said } = world('MY', ['ID'], ofIndonesia);
    await open();
    await go('/carrier/coverage');
    expect(href()).toBe('/carrier/coverage?country=MY');
    expect(said()).toEqual([]);
    await go(ofIndonesia);
    expect(said()).toEqual(['This link is for Indonesia']);
    await go('/queue');
    expect(said()).toEqual([]);
  });

  it('the keeper makes no offer if the page offers the switch itself, before or after the keeper would', async () => {
    const { open, page, said, notices } = world('MY', ['ID'], ofIndonesia);
    page.offers = true;
    await open();
    expect(said()).toEqual([]);
    page.offers = false;
    await open();
    expect(said()).toEqual(['This link is for Indonesia']);
    page.offers = true;
    await open();
    expect(said()).toEqual([]);
    expect(notices.get().history).toEqual([]);
  });

  it('the notice says that this device has no data for that country, for as long as that is true', async () => {
    const { open, page, detail, offered, said } = world('MY', ['ID'], ofIndonesia);
    page.missing = ['ID'];
    await open();
    expect(detail()).toContain('this device has no data for Indonesia yet');
    expect(offered()).toEqual(['Switch to Indonesia']);
    page.missing = [];
    await open();
    expect(detail()).not.toContain('Offline');
    expect(said()).toEqual(['This link is for Indonesia']);
  });

  it('no switch is offered if the person navigated to another page during the check', async () => {
    const { keeper, go, said } = world('MY', ['ID'], ofIndonesia);
    keeper.look();
    await go('/carrier/coverage');
    expect(said()).toEqual([]);
  });
});

it("a person without access to the URL's country sees a notice that says what to do, until they respond", async () => {
  const { open, said, detail, offered, href, take } = world('MY', ['PH'], `${LIST}${Q}&country=ID`);
  await open();
  expect(said()).toEqual(['This link is for Indonesia, which you cannot access']);
  expect(detail()).toBe('This page shows Malaysia. To see Indonesia, ask an administrator for access');
  expect(offered()).toEqual(['Stay in Malaysia']);
  expect(href()).toContain('country=ID');
  take();
  await open();
  expect(href()).toBe(`${LIST}${Q}&country=MY`);
  expect(said()).toEqual([]);
});

describe('changing the country', () => {
  it('the URL is updated if the country was switched in this window', async () => {
    const { open, choose, href, said } = world('ID', ['MY']);
    await open();
    choose('MY', true);
    await answered();
    expect(href()).toBe(`${LIST}${Q}&country=MY`);
    expect(said()).toEqual([]);
  });

  it("after a switch in another window, this window's URL is kept until the person responds, with one way to switch back", async () => {
    const { open, choose, href, said, offered, take, current } = world('ID', ['MY']);
    await open();
    choose('MY', false);
    await open();
    expect(said()).toEqual(['You switched to Malaysia in another window, so this window switched too.']);
    expect(offered()).toEqual(['Back to Indonesia']);
    expect(href()).toBe(`${LIST}${Q}&country=ID`);
    take();
    await answered();
    expect([current(), href(), said()]).toEqual(['ID', `${LIST}${Q}&country=ID`, []]);
  });

  it("closing the notice accepts the other window's switch; switching back stays possible on other pages, without their filters", async () => {
    const closed = world('ID', ['MY']);
    await closed.open();
    closed.choose('MY', false);
    closed.dismiss();
    expect(closed.href()).toBe(`${LIST}${Q}&country=MY`);

    const { open, choose, go, offered, take, href } = world('ID', ['MY']);
    await open();
    choose('MY', false);
    await go('/carrier/serviceCodes?q=1');
    expect(offered()).toEqual(['Back to Indonesia']);
    take();
    await answered();
    expect(href()).toBe('/carrier/serviceCodes?country=ID');
  });

  it('if the person lost access to the old country, the notice says so and offers no way to switch back', async () => {
    const { open, choose, mayWorkIn, said, offered, href } = world('ID', ['MY']);
    await open();
    mayWorkIn('MY');
    choose('MY', false);
    expect(said()).toEqual(['You no longer have access to Indonesia. This window now shows Malaysia.']);
    expect(offered()).toEqual([undefined]);
    expect(href()).toBe(`${LIST}${Q}&country=MY`);
  });

  it("switching to the URL's country also resolves the pending question", async () => {
    const { open, choose, said, href } = world('MY', ['ID', 'PH'], `${LIST}${Q}&country=ID`);
    await open();
    choose('ID', false);
    await open();
    expect(said()).not.toContain('This link is for Indonesia');
    expect(href()).toBe(`${LIST}${Q}&country=ID`);
  });
});
