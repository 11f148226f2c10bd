import { makeStyles, tokens } from '@fluentui/react-components';
import { getHome } from '../../../contract/home.ts';
import { useKept } from '../../../sync/hooks/useKept.ts';
import { channelGaps, useDeviceGaps } from '../../shared/channelGaps.ts';
import { PageLink } from '../../shared/PageLink.tsx';

const useStyles = makeStyles({
  heading: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
  },
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalXL}`,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    // A finger's room.
    '@media (max-width: 639px)': { '& a': { display: 'inline-block', padding: '8px 0' } },
  },
  detail: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const NOTHING = {};

/** The channels that Home counts under "Coverage gaps", each with its coverage. Nothing while there is none. */
export function ChannelsWithGaps({ hrefOf }: { hrefOf: (channelId: number) => string }) {
  const styles = useStyles();
  const { data } = useKept(getHome, NOTHING);
  const gaps = channelGaps(data?.coverage, useDeviceGaps());
  if (gaps.length === 0) return null;
  return (
    <section aria-labelledby="coverage-channels">
      <h2 className={styles.heading} id="coverage-channels">
        Channels with gaps
      </h2>
      <ul className={styles.list}>
        {gaps.map(({ channelId, text, detail }) => (
          <li key={channelId}>
            <PageLink href={hrefOf(channelId)}>{text}</PageLink> <span className={styles.detail}>{detail}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
