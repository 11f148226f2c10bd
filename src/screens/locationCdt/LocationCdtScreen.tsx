import { useId, useMemo, useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { locationCdt } from '../../contract/resources/locationCdt.ts';
import type { Row } from '../../sync/types.ts';
import { batchesOf } from '../resource/batches.tsx';
import { BatchesAsked } from '../resource/BatchWatch.tsx';
import { RoutedList } from '../shared/RoutedList.tsx';
import { BatchActions } from './BatchActions.tsx';
import { useCardStyles } from './cardStyles.ts';
import { CdtTabs } from './CdtTabs.tsx';
import { ExportCard } from './ExportCard.tsx';
import { ImportCard } from './ImportCard.tsx';
import { LevelTable } from './LevelTable.tsx';
import { CDT_PATH } from './paths.ts';

const batches = batchesOf(locationCdt, 'locationCdt.imports', BatchActions);
const sameFilters = (applied: Row): Row => applied;

const useStyles = makeStyles({
  // The page scrolls, so that the history below has enough room for its ten rows.
  page: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    flex: '1 1 auto',
    minHeight: 0,
    overflowY: 'auto',
    paddingBottom: tokens.spacingVerticalS,
    '@media (max-width: 639px)': { overflowY: 'visible' },
  },
  top: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(300px, 2fr)',
    gap: tokens.spacingHorizontalM,
    '@media (max-width: 1023px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  side: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  history: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, flex: '1 0 auto' },
  list: { display: 'flex', flexDirection: 'column', flex: '1 0 auto', minHeight: '320px' },
});

/** CDT of Location: level indexes, import, export, and the batch history (CDT-1 to CDT-13). */
export function LocationCdtScreen() {
  const styles = useStyles();
  const cards = useCardStyles();
  const levels = useId();
  const [times, setTimes] = useState(0);
  const asked = useMemo(() => ({ times, ask: () => setTimes(before => before + 1) }), [times]);
  return (
    <CdtTabs current={CDT_PATH}>
      <div className={styles.page}>
        <div className={styles.top}>
          <section className={cards.card} aria-labelledby={levels}>
            <h2 id={levels} className={cards.title}>
              Location level indexes
            </h2>
            <LevelTable />
          </section>
          <div className={styles.side}>
            <ImportCard />
            <ExportCard />
          </div>
        </div>
        {/* Not a separate region, because the list inside already is one with this name. */}
        <div className={styles.history}>
          <h2 className={cards.title}>Import history</h2>
          <div className={styles.list}>
            <BatchesAsked value={asked}>
              <RoutedList definition={batches} toCall={sameFilters} untitled />
            </BatchesAsked>
          </div>
        </div>
      </div>
    </CdtTabs>
  );
}
