import { useLocation, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Country } from '../../domain/country.ts';
import { SHELL_PROJECT, documentTitle } from '../documentTitle.ts';
import type { MenuPlace } from '../menu.ts';
import { titleOf, type PageMeta } from '../pageMeta.ts';
import { rememberPage } from '../recent.ts';
import { projectNameOf } from '../subApps.ts';
import { isTyping } from '../../ui/isTyping.ts';
import { isFocusLost } from '../../ui/useFocusBack.ts';

/** Time in milliseconds to wait for the heading of a page that is still loading. */
const HEADING_WAIT = 3000;

/**
 * Runs after each navigation: sets the document title (SHELL-13), focuses the new page's heading and updates the recent
 * pages.
 */
export function usePageEffects(userId: number, entity: Country, meta: PageMeta, place: MenuPlace | null): void {
  const path = useLocation({ select: location => location.pathname });
  const title = titleOf(meta, place);
  const project = projectNameOf(path);

  useEffect(() => {
    document.title = documentTitle(project, title);
  }, [project, title]);

  const isLog = path.endsWith('/log');
  useEffect(() => {
    if (project !== SHELL_PROJECT && !isLog && title !== '') rememberPage(userId, { path, title, country: entity });
  }, [userId, entity, path, title, project, isLog]);

  // Switching the country rerenders the page, which removes the focused element unless it is the switcher in the top
  // bar.
  const country = useRef(entity);
  useEffect(() => {
    if (country.current === entity) return undefined;
    country.current = entity;
    return isFocusLost() ? focusHeading() : undefined;
  }, [entity]);

  // The page currently shown; the URL is ahead of it while the next page loads.
  const shown = useRouterState({ select: state => state.resolvedLocation?.pathname });
  const before = useRef(shown);
  useEffect(() => {
    if (shown === undefined || before.current === shown) return undefined;
    const first = before.current === undefined;
    before.current = shown;
    return first ? undefined : focusHeading();
  }, [shown]);
}

/**
 * Whether an element is in an open popup or is its button. Popups close when the URL changes, so an open one was opened
 * after that.
 */
const isInPopup = (element: Element | null): boolean =>
  [...document.querySelectorAll('[aria-haspopup][aria-expanded="true"]')].some(trigger =>
    trigger.parentElement?.contains(element),
  );

/**
 * Moves the focus to the page's heading as soon as it exists, unless the person is on a tab list, has begun typing in a
 * field, or opened a popup while the page was loading.
 */
export function focusHeading(): () => void {
  const main = document.getElementById('main');
  if (!main) return () => undefined;
  const take = (): boolean => {
    const active = document.activeElement;
    const isUsed = active?.getAttribute('role') === 'tab' || isTyping(active);
    if ((isUsed && main.contains(active)) || isInPopup(active)) return true;
    const heading = main.querySelector('h1');
    if (!heading) return false;
    heading.tabIndex = -1;
    heading.style.outline = 'none';
    heading.focus({ preventScroll: true });
    return true;
  };
  if (take()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (take()) stop();
  });
  const timer = setTimeout(() => stop(), HEADING_WAIT);
  const stop = (): void => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(main, { childList: true, subtree: true });
  return stop;
}
