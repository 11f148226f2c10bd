import { Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { fold } from '../../domain/fold.ts';
import { useChannels } from '../../sync/hooks/useChannels.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { notHere } from '../../ui/OwnerSelect.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { PageLink } from '../shared/PageLink.tsx';
import { SearchInput } from '../shared/SearchInput.tsx';
import { useSearchBox } from '../shared/useSearchBox.ts';
import { SERVICEABLE_PATH, SERVICEABLE_TABS } from './tabs.ts';
import { HistoryButton } from '../shared/HistoryButton.tsx';
import { FEATURE } from '../../domain/permission.ts';

const useStyles = makeStyles({
  search: { margin: `${tokens.spacingVerticalS} 0` },
  body: { flex: '1 1 auto', minHeight: 0, overflow: 'auto', paddingBottom: tokens.spacingVerticalL },
  links: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalL,
    // When stacked, each link is large enough to be clicked easily.
    '& > a': { display: 'inline-flex', alignItems: 'center', minHeight: '24px' },
  },
  id: { fontVariantNumeric: 'tabular-nums' },
});

/** URL of a channel's list. Without an applicable type, the location and postcode pages would list nothing. */
const listOf = (page: string, channelId: number): string =>
  `${SERVICEABLE_PATH}/${page}?q=${encodeURIComponent(JSON.stringify({ channelId, type: 0 }))}`;

/**
 * Serviceable area channel entry: all of the country's channels with links to their lists (SUBAPP-6). Works offline.
 */
export function ChannelEntryScreen() {
  const styles = useStyles();
  const facts = useFactStyles();
  const { online } = useUi();
  const channels = useChannels();
  const box = useSearchBox();
  const needle = fold(box.q);
  const shown = (channels ?? []).filter(
    ({ channelId, name }) => String(channelId).startsWith(needle) || fold(name).includes(needle),
  );
  return (
    <>
      <PageHeader title="Channel Entry">
        <HistoryButton path={`${SERVICEABLE_PATH}/location`} code={FEATURE.serviceableArea} />
      </PageHeader>
      <div className={styles.search}>
        <SearchInput box={box} />
      </div>
      <div className={styles.body}>
        {channels === undefined &&
          (online ? (
            <Spinner label="Loading" />
          ) : (
            <EmptyState title={notHere('channels')} hint="Connect once to load them." />
          ))}
        {channels !== undefined && shown.length === 0 && (
          <EmptyState
            title={channels.length === 0 ? 'This country has no channels yet' : `No channel matches "${box.q}"`}
            hint={
              channels.length === 0
                ? 'Channels are added to the country by the platform.'
                : 'Search for an ID or part of a name.'
            }
          />
        )}
        {shown.length > 0 && (
          <FactTable label="Channels" heads={['Channel ID', 'Channel Name', 'Open']}>
            {shown.map(({ channelId, name }) => (
              <tr key={channelId}>
                <td className={`${facts.cell} ${styles.id}`}>{channelId}</td>
                <td className={facts.cell}>{name}</td>
                <td className={facts.cell}>
                  <span className={styles.links}>
                    {SERVICEABLE_TABS.map(({ page, label }) => (
                      <PageLink key={page} href={listOf(page, channelId)} label={`${label} of ${name}`}>
                        {label}
                      </PageLink>
                    ))}
                  </span>
                </td>
              </tr>
            ))}
          </FactTable>
        )}
      </div>
    </>
  );
}
