import { useViews } from '../../sync/hooks/useViews.ts';
import { useUi } from '../../ui/UiContext.ts';
import { pageWords, viewHref } from '../shared/views/viewTexts.ts';
import { LinkList } from './LinkList.tsx';

/** Views named at once; each list has all of its own. */
const MOST = 12;

/** The person's saved views, and then those that others share: each opens its list. Nothing while there is none. */
export function MyViews() {
  const { person } = useUi();
  const { views } = useViews();
  if (views.length === 0) return null;
  const isMine = ({ owner }: { owner: string }) => owner === '' || owner === person.email;
  const shown = [...views.filter(isMine), ...views.filter(view => !isMine(view))].slice(0, MOST);
  const links = shown.map(view => ({
    key: view.id,
    href: viewHref(view),
    text: view.name,
    detail: [
      pageWords(view.path),
      view.standard ? 'default' : '',
      isMine(view) ? (view.shared ? 'shared' : '') : `shared by ${view.owner}`,
    ]
      .filter(part => part !== '')
      .join(', '),
  }));
  return <LinkList id="home-views" title="My views" links={links} />;
}
