import { useEffect, useRef } from 'react';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import type { Shell } from '../appContext.ts';
import { notices } from '../notices/noticeStore.ts';
import { chosenHere } from '../session/sessionStore.ts';

const addressNow = (): string => location.pathname + location.search;

/**
 * Every window of a person is in one country. A window that follows another one says so and offers the way back: its
 * filters and an open form are about the country that was left.
 */
export function useCountryNotice({
  entity,
  countries,
  switchTo,
}: Pick<Shell, 'entity' | 'countries' | 'switchTo'>): void {
  const latest = useRef({ countries, switchTo });
  useEffect(() => {
    latest.current = { countries, switchTo };
  });
  const before = useRef<Country>(entity);
  useEffect(() => {
    const left = before.current;
    before.current = entity;
    if (left === entity || chosenHere() === entity) return undefined;
    const here = COUNTRIES[entity].name;
    const there = COUNTRIES[left].name;
    const address = addressNow();
    const id = latest.current.countries.includes(left)
      ? notices.add('warning', `${here} was chosen in another window, and this one followed.`, {
          label: `Back to ${there}`,
          // What was searched meanwhile is about the other country.
          run: () => void latest.current.switchTo(left, addressNow() === address),
        })
      : notices.add('warning', `You no longer work in ${there}. This window shows ${here} now.`);
    return () => notices.close(id);
  }, [entity]);
}
