import { Text, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowDownloadRegular,
  ArrowRightRegular,
  CloudOffRegular,
  CheckmarkCircleRegular,
  ClockRegular,
  WarningRegular,
} from '@fluentui/react-icons';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { COUNTRIES } from '../../domain/country.ts';
import { useCachedChannels } from '../../sync/hooks/useCachedChannels.ts';
import { useSyncStatus } from '../../sync/hooks/useSyncStatus.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { CachedLists } from './CachedLists.tsx';
import { mirrorText, queueText } from './homeTexts.ts';
import { MyViews } from './MyViews.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXXL,
    maxWidth: '1200px',
    padding: `0 0 ${tokens.spacingVerticalXXXL}`,
  },
  lead: { margin: 0, color: tokens.colorNeutralForeground2 },
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(280px, 1fr))',
    gap: tokens.spacingHorizontalL,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  card: {
    boxSizing: 'border-box',
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    height: '100%',
    padding: tokens.spacingHorizontalL,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  cardIcon: { flexShrink: 0, fontSize: tokens.fontSizeHero700, color: tokens.colorBrandForeground1, lineHeight: 1 },
  warn: { color: tokens.colorStatusWarningForeground1 },
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  heading: {
    margin: `0 0 ${tokens.spacingVerticalM}`,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
  },
  muted: { color: tokens.colorNeutralForeground3 },
  group: {
    breakInside: 'avoid',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    // The only one has the whole width for its pages.
    '&:only-child': { gridColumn: '1 / -1', '> ul': { columnWidth: '240px' } },
  },
  groupHead: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  groupIcon: { display: 'inline-flex', fontSize: tokens.fontSizeBase500, color: tokens.colorBrandForeground1 },
  links: { margin: 0, padding: 0, listStyleType: 'none' },
  link: {
    display: 'inline-block',
    padding: `${tokens.spacingVerticalXXS} 0`,
    // A finger's room.
    '@media (max-width: 639px)': { paddingTop: '10px', paddingBottom: '10px' },
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
  },
});

interface PageGroup {
  id: number;
  name: string;
  icon: ReactElement;
  entries: readonly { id: number; name: string; path: string }[];
}

interface HomeScreenProps {
  name: string;
  recent: readonly { path: string; title: string }[];
  groups: readonly PageGroup[];
}

function PageGroups({ groups }: { groups: readonly PageGroup[] }) {
  const styles = useStyles();
  return (
    <ul className={styles.cards}>
      {groups.map(group => (
        <li key={group.id} className={styles.group}>
          <h3 className={styles.groupHead}>
            <span className={styles.groupIcon}>{group.icon}</span>
            {group.name}
          </h3>
          <ul className={styles.links}>
            {group.entries.map(entry => (
              <li key={entry.id}>
                <Link to={entry.path} className={styles.link}>
                  {entry.name}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** A short overview: the country, the state of the queue, where the person was last, and every page they may open. */
export function HomeScreen({ name, recent, groups }: HomeScreenProps) {
  const styles = useStyles();
  const { entity } = useUi();
  const status = useSyncStatus();
  const country = COUNTRIES[entity];
  const queue = queueText(status);
  const mirror = mirrorText(status, useCachedChannels());
  const MirrorIcon = { fine: CheckmarkCircleRegular, waiting: ArrowDownloadRegular, attention: CloudOffRegular }[
    mirror.tone
  ];
  const QueueIcon = { fine: CheckmarkCircleRegular, waiting: ClockRegular, attention: WarningRegular }[queue.tone];
  return (
    <div className={styles.root}>
      <div>
        <PageHeader title={`Home: ${country.name}`} />
        <p className={styles.lead}>
          Signed in as {name}. Amounts are in {country.currency}, times in {country.timeZone.replaceAll('_', ' ')}.
        </p>
      </div>
      <ul className={styles.cards} aria-label="State">
        <li>
          <div className={styles.card}>
            <span className={mergeClasses(styles.cardIcon, queue.tone === 'attention' && styles.warn)} aria-hidden>
              <QueueIcon />
            </span>
            <div className={styles.body}>
              <Text weight="semibold">{queue.title}</Text>
              <Text className={styles.muted}>{queue.detail}</Text>
              <Link to="/queue" className={styles.link}>
                Open the changes on this device
              </Link>
            </div>
          </div>
        </li>
        <li>
          <div className={styles.card}>
            <span className={mergeClasses(styles.cardIcon, mirror.tone === 'attention' && styles.warn)} aria-hidden>
              <MirrorIcon />
            </span>
            <div className={styles.body}>
              <Text weight="semibold">{mirror.title}</Text>
              <Text className={styles.muted}>{mirror.detail}</Text>
              <Link to="/offline-data" className={styles.link}>
                Open the offline data
              </Link>
            </div>
          </div>
        </li>
      </ul>
      <CachedLists />
      <MyViews />
      {recent.length > 0 && (
        <section aria-labelledby="home-recent">
          <h2 id="home-recent" className={styles.heading}>
            Recently used
          </h2>
          <ul className={styles.links}>
            {recent.map(page => (
              <li key={page.path}>
                <Link to={page.path} className={styles.link}>
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
