import { useRef, useState, type Ref } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowRightRegular, CheckmarkRegular, GridDotsRegular } from '@fluentui/react-icons';
import { Link } from '@tanstack/react-router';
import { COUNTRIES } from '../../domain/country.ts';
import { STANDARD_LAYOUT } from '../../domain/homeTiles.ts';
import { useHomeLayout } from '../../sync/hooks/useHomeLayout.ts';
import { useViews } from '../../sync/hooks/useViews.ts';
import { freshness } from '../../ui/list/freshness.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useUi } from '../../ui/UiContext.ts';
import { pageWords, viewHref } from '../shared/views/viewTexts.ts';
import { CachedLists } from './CachedLists.tsx';
import { LinkList } from '../shared/LinkList.tsx';
import { PageGroups, useHomeLinkStyles, type PageGroup } from './PageGroups.tsx';
import { TileGrid } from './tiles/TileGrid.tsx';
import { useTiles, type Tiles } from './tiles/useTiles.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXXL,
    maxWidth: '1440px',
    padding: `0 0 ${tokens.spacingVerticalXXXL}`,
  },
  top: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  lead: { margin: 0, color: tokens.colorNeutralForeground2 },
  heading: {
    margin: `0 0 ${tokens.spacingVerticalM}`,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
  },
});

/** Maximum number of views shown here; each list shows all of its own. */
const MOST = 12;

/** The person's saved views, followed by shared ones; each opens its list. Renders nothing if there are no views. */
function MyViews() {
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

interface HomeScreenProps {
  name: string;
  recent: readonly { path: string; title: string }[];
  groups: readonly PageGroup[];
}

/** The age of the counts, shown if the server did not respond. */
function ageText({ asOf, fresh, loading, problem }: Tiles['read'], now: number, timeZone: string, online: boolean) {
  if (asOf === null || fresh) return '';
  const { text, state } = freshness({ asOf, refreshing: loading, problem, online }, now, timeZone);
  return `Counts are ${text}${state}.`;
}

/**
 * The home page: what needs the person's attention, as tiles that they can rearrange, then recent pages, and finally
 * every page that they may open.
 */
export function HomeScreen({ name, recent, groups }: HomeScreenProps) {
  const styles = useStyles();
  const { links, link } = useHomeLinkStyles();
  const { entity, online, timeZone } = useUi();
  const now = useNow();
  const tiles = useTiles();
  const [layout, arrange] = useHomeLayout();
  const [arranging, setArranging] = useState(false);
  const arrangeButton = useRef<HTMLButtonElement>(null);
  const restore = () => {
    arrange(STANDARD_LAYOUT);
    // The button for the standard order disappears with the focus.
    arrangeButton.current?.focus();
  };
  const country = COUNTRIES[entity];
  const age = ageText(tiles.read, now, timeZone, online);
  const isArranged = layout.order.length + layout.hidden.length > 0;
  return (
    <div className={styles.root}>
      <div className={styles.top}>
        <div>
          <PageHeader title={`Home: ${country.name}`}>
            {arranging && isArranged && (
              <Button appearance="subtle" onClick={restore}>
                Standard order
              </Button>
            )}
            <Button
              ref={arrangeButton as Ref<never>}
              appearance={arranging ? 'primary' : 'subtle'}
              icon={arranging ? <CheckmarkRegular /> : <GridDotsRegular />}
              aria-pressed={arranging}
              onClick={() => setArranging(!arranging)}
            >
              {arranging ? 'Done' : 'Arrange'}
            </Button>
          </PageHeader>
          <p className={styles.lead}>
            Signed in as {name}. Amounts are in {country.currency}, times in {country.timeZone.replaceAll('_', ' ')}.{' '}
            {age}
          </p>
        </div>
        <TileGrid tiles={tiles} layout={layout} arranging={arranging} onArrange={arrange} />
      </div>
      <CachedLists />
      <MyViews />
      {recent.length > 0 && (
        <section aria-labelledby="home-recent">
          <h2 id="home-recent" className={styles.heading}>
            Recently used
          </h2>
          <ul className={links}>
            {recent.map(page => (
              <li key={page.path}>
                <Link to={page.path} className={link}>
                  {page.title} <ArrowRightRegular aria-hidden style={{ verticalAlign: 'middle' }} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="home-pages">
        <h2 id="home-pages" className={styles.heading}>
          All pages
        </h2>
        <PageGroups groups={groups} />
      </section>
    </div>
  );
}
