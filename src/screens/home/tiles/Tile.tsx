import type { ReactElement, ReactNode } from 'react';
import { mergeClasses } from '@fluentui/react-components';
import {
  CalendarRegular,
  CloudArrowDownRegular,
  DataTrendingRegular,
  DocumentArrowUpRegular,
  HourglassRegular,
  MapRegular,
  MoneyRegular,
  ReceiptMoneyRegular,
  TabletLaptopRegular,
  WrenchRegular,
} from '@fluentui/react-icons';
import { formatCount } from '../../../domain/format.ts';
import type { HomeTile } from '../../../domain/homeTiles.ts';
import { PageLink } from '../../shared/PageLink.tsx';
import { useTileStyles } from './tileStyles.ts';
import { TILE_TITLES, type TileContent } from './tileTexts.ts';

const TILE_ICONS: Readonly<Record<HomeTile, ReactElement>> = {
  writes: <TabletLaptopRegular />,
  imports: <DocumentArrowUpRegular />,
  recon: <ReceiptMoneyRegular />,
  disputes: <HourglassRegular />,
  rates: <MoneyRegular />,
  maintenance: <WrenchRegular />,
  coverage: <MapRegular />,
  holidays: <CalendarRegular />,
  offline: <CloudArrowDownRegular />,
  activity: <DataTrendingRegular />,
};

interface TileFrameProps {
  tile: HomeTile;
  tone?: TileContent['tone'];
  /** Buttons to the right of the title. */
  children?: ReactNode;
}

/** A tile's first line. */
export function TileHead({ tile, tone = 'fine', children }: TileFrameProps) {
  const styles = useTileStyles();
  return (
    <div className={styles.head}>
      <span
        className={mergeClasses(
          styles.icon,
          tone === 'attention' && styles.attention,
          tone === 'waiting' && styles.waiting,
        )}
        aria-hidden
      >
        {TILE_ICONS[tile]}
      </span>
      <h2 className={styles.title} id={`home-tile-${tile}`}>
        {TILE_TITLES[tile]}
      </h2>
      {children}
    </div>
  );
}

interface TileBodyProps {
  content: TileContent | null;
  /** Whether data is missing on this device and not being loaded. */
  missing: boolean;
}

/** A tile's content: its count, a sentence, and the first few of the counted items, or a skeleton while loading. */
export function TileBody({ content, missing }: TileBodyProps) {
  const styles = useTileStyles();
  if (content === null) {
    if (missing)
      return <p className={styles.what}>Not on this device yet. It will be loaded once the server can be reached.</p>;
    return (
      <output aria-busy aria-label="Loading" aria-live="off" className={styles.waits}>
        <span className={styles.line} style={{ width: '30%', height: '28px', marginBottom: '8px' }} />
        <span className={styles.line} style={{ width: '70%' }} />
      </output>
    );
  }
  const { count, what, href, items } = content;
  return (
    <>
      <div className={styles.lead}>
        {count !== null && (
          <PageLink
            href={href}
            className={mergeClasses(styles.count, count === 0 && styles.none)}
            label={`${formatCount(count)} ${what}`}
          >
            {formatCount(count)}
          </PageLink>
        )}
        <p className={styles.what}>{what}</p>
      </div>
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map(item => (
            <li key={item.key} className={styles.item}>
              <PageLink href={item.href}>{item.text}</PageLink> <span className={styles.detail}>{item.detail}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
