import { useDeferredValue, useMemo } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { OWNERS, type IdScope } from '../../../contract/owner.ts';
import type { ServiceConfig } from '../../../domain/serviceableConfig.ts';
import { explain } from '../../../domain/serviceableConfigText.ts';
import { useLevelGaps } from '../../../sync/hooks/useLevelGaps.ts';

const useStyles = makeStyles({
  root: {
    position: 'sticky',
    top: 0,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    '@media (max-width: 900px)': { position: 'static' },
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, color: tokens.colorNeutralForeground1 },
  name: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground1 },
  line: { margin: 0 },
});

interface MeaningProps {
  config: ServiceConfig;
  scope: IdScope;
  /** Null until one is selected. */
  ownerId: number | null;
}

/** What the configuration being entered means for the four scenarios, with counts from cached data. */
export function Meaning({ config, scope, ownerId }: MeaningProps) {
  const styles = useStyles();
  const gaps = useLevelGaps(scope, ownerId);
  // Deferred, so that typing and selecting are not slowed down.
  const settled = useDeferredValue(config);
  const { summary, scenarios } = useMemo(
    () => explain(settled, gaps ?? {}, OWNERS[scope].word),
    [settled, gaps, scope],
  );
  return (
    <section className={styles.root} aria-label="What this means">
      <h3 className={styles.title}>What this means</h3>
      <p className={styles.line}>{summary}</p>
      {scenarios.map(({ name, lines }) => (
        <div key={name}>
          <h4 className={styles.name}>{name}</h4>
          {lines.map(line => (
            <p key={line} className={styles.line}>
              {line}
            </p>
          ))}
        </div>
      ))}
      {gaps === null && scenarios.length > 0 && (
        <p className={styles.line}>
          This {OWNERS[scope].word}&apos;s locations are not cached on this device, so nothing can be counted. Open its{' '}
          {scope === 'channel' ? 'Location tab' : 'Origin Location and Destination Location tabs'} to cache them.
        </p>
      )}
    </section>
  );
}
