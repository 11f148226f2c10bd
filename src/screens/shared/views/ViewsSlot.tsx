import { useEffect, useRef, useState, type Ref } from 'react';
import { Button } from '@fluentui/react-components';
import { BookmarkRegular } from '@fluentui/react-icons';
import { COUNTRIES, isCountry } from '../../../domain/country.ts';
import type { Filters } from '../../../domain/listQuery.ts';
import type { ListViewsProps } from '../../../ui/list/definition.ts';
import { findChannelCountry } from '../../../sync/hooks/useChannelCountry.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import { useUi } from '../../../ui/UiContext.ts';

const ViewsMenu = lazyPart(() => import('./ViewsMenu.tsx').then(module => module.ViewsMenu));
const OpenView = lazyPart(
  () => import('./OpenView.tsx').then(module => module.OpenView),
  () => null,
);

/** The saved views beside a list's settings; opens the one that the address names, or that the list opens with. */
export function ViewsSlot(props: ListViewsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [current, setCurrent] = useState<string | null>(null);
  const [{ path, named, bare }] = useState(readAddress);
  const [opening, setOpening] = useState(named !== null || bare);
  useCountryOffer(props.state.q);
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
      {opening && (
        <OpenView
          {...props}
          id={named}
          onDone={id => {
            if (id !== null) setCurrent(id);
            setOpening(false);
          }}
        />
      )}
    </>
  );
}

/** The list's path, the view that the address names, and whether it says nothing: then the person's default opens. */
function readAddress() {
  const { pathname, search } = window.location;
  return { path: pathname, named: new URLSearchParams(search).get('view'), bare: search === '' };
}

/**
 * A link that was made in another country says so, and offers the switch where the person works there. Where the list itself
 * says whose channel the link names (UnknownChannel), nothing is said twice.
 */
function useCountryOffer({ channelId }: Filters): void {
  const { client } = useSync();
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
    const offer = (): void =>
      notify.open().say({
        kind: 'info',
        text: `This link is of ${there}`,
        detail: countries.includes(country) ? `You work in ${here} now` : `You work in ${here} and not in ${there}`,
        ...(countries.includes(country)
          ? { offer: { label: `Switch to ${there}`, run: () => switchCountry(country) } }
          : {}),
      });
    const known = typeof channelId === 'number' ? findChannelCountry(client, channelId) : Promise.resolve(null);
    void known.catch(() => null).then(home => home ?? offer());
    // Once, for the address that was opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
