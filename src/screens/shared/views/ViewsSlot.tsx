import { useEffect, useRef, useState, type Ref } from 'react';
import { Button } from '@fluentui/react-components';
import { BookmarkRegular } from '@fluentui/react-icons';
import { COUNTRIES, isCountry } from '../../../domain/country.ts';
import type { ListViewsProps } from '../../../ui/list/definition.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import { useUi } from '../../../ui/UiContext.ts';

const ViewsMenu = lazyPart(() => import('./ViewsMenu.tsx').then(module => module.ViewsMenu));
const OpenView = lazyPart(
  () => import('./OpenView.tsx').then(module => module.OpenView),
  () => null,
);

/** The saved views beside a list's settings; opens the one that the address names, or that the list opens with. */
export function ViewsSlot(props: ListViewsProps) {
  const { userKey, entity } = useUi();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [current, setCurrent] = useState<string | null>(null);
  const [{ path, wanted, asked }] = useState(() => readAddress(userKey, entity, props));
  const [opening, setOpening] = useState(wanted);
  useCountryOffer();
  return (
    <>
      <Button
        ref={button as Ref<never>}
        appearance="subtle"
        icon={<BookmarkRegular />}
        aria-label="Saved views"
        title="Saved views"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <ViewsMenu
          {...props}
          path={path}
          anchor={button}
          current={current}
          onCurrent={setCurrent}
          onClose={() => setOpen(false)}
        />
      )}
      {opening !== null && (
        <OpenView
          {...props}
          id={opening}
          asked={asked}
          onDone={id => {
            setCurrent(id);
            setOpening(null);
          }}
        />
      )}
    </>
  );
}

/** The list's path, and the view that it opens with: that of the address, or of a bare address the person's default. */
function readAddress(userKey: string, entity: string, { listId }: ListViewsProps) {
  const { pathname, search } = window.location;
  const named = new URLSearchParams(search).get('view');
  let standard: string | null = null;
  try {
    if (search === '') standard = localStorage.getItem(`ops-view/${userKey}/${entity}/${listId}`);
  } catch {
    // A forbidden storage has no default.
  }
  return { path: pathname, wanted: named ?? standard, asked: named !== null };
}

/** A link that was made in another country says so, and offers the switch where the person works there. */
function useCountryOffer(): void {
  const { entity, countries, switchCountry, notify } = useUi();
  useEffect(() => {
    const { searchParams, pathname, hash } = new URL(window.location.href);
    const country = searchParams.get('country');
    if (country === null && !searchParams.has('view')) return;
    // Once: a reload or a way back finds the list's own address.
    for (const name of ['view', 'country']) searchParams.delete(name);
    const rest = searchParams.toString();
    window.history.replaceState(window.history.state, '', `${pathname}${rest === '' ? '' : `?${rest}`}${hash}`);
    if (country === null || !isCountry(country) || country === entity) return;
    const there = COUNTRIES[country].name;
    const here = COUNTRIES[entity].name;
    const notice = notify.open();
    notice.say({
      kind: 'info',
      text: `This link is of ${there}`,
      detail: countries.includes(country) ? `You work in ${here} now` : `You work in ${here} and not in ${there}`,
      ...(countries.includes(country)
        ? { offer: { label: `Switch to ${there}`, run: () => switchCountry(country) } }
        : {}),
    });
    // Once, for the address that was opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
