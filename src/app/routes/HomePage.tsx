import { createElement } from 'react';
import { HomeScreen } from '../../screens/home/HomeScreen.tsx';
import { useShell } from '../appContext.ts';
import type { MenuGroup } from '../menu.ts';
import { groupIcon } from '../../ui/groupIcons.ts';
import { useRecentPages } from '../useRecentPages.ts';
import { useSession } from '../session/useSession.ts';

const withIcon = (group: MenuGroup) => ({
  ...group,
  icon: createElement(groupIcon(group.icon), { 'aria-hidden': true }),
});

/** The overview, with the parts that only the shell provides: menu and recent pages. */
export function HomePage() {
  const { menu, entity } = useShell();
  const info = useSession()?.session.info;
  const recent = useRecentPages(info?.userId ?? 0, entity);
  if (!info) return null;
  return <HomeScreen name={info.name} recent={recent} groups={menu.map(withIcon)} />;
}
