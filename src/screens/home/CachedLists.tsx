import { makeStyles, tokens } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { keyOfChannel } from '../../contract/owner.ts';
import { formatCount } from '../../domain/format.ts';
import { keepChannelOffline } from '../../sync/actions/keepOffline.ts';
import { useCachedLists } from '../../sync/hooks/useCachedLists.ts';
import { useChannels } from '../../sync/hooks/useChannels.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { freshnessSentence } from '../../ui/list/freshness.ts';
import { useLinkStyles } from '../../ui/linkStyles.ts';
import { PlainSwitch } from '../../ui/PlainSwitch.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useUi } from '../../ui/UiContext.ts';
import { notifyKept } from '../shared/notifyKept.ts';
import { listsText } from './homeTexts.ts';
import { LinkList } from '../shared/LinkList.tsx';

const useStyles = makeStyles({
  state: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  keep: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', '& label': { paddingInlineStart: 0 } },
  note: { margin: `${tokens.spacingVerticalS} 0 0`, color: tokens.colorNeutralForeground2 },
});

/** Maximum number of channels listed here; the Offline data page lists all of them. */
const MOST = 12;

/** Shows which lists are available offline, and their age. */
export function CachedLists() {
  const styles = useStyles();
  const { link } = useLinkStyles();
  const { online, timeZone, notify } = useUi();
  const { client, entity } = useSync();
  const now = useNow();
  const lists = useCachedLists();
  const channels = useChannels();
  if (!lists || lists.channels.length === 0) return null;
  const shown = lists.channels.slice(0, MOST);
  const further = lists.channels.length - shown.length;
  const asOf = lists.asOf === 0 ? null : lists.asOf;
  const age = freshnessSentence({ asOf, refreshing: false, problem: null, online }, now, timeZone);
  const isKept = lists.channels.every(({ pinned }) => pinned);
  const keep = async (checked: boolean) => {
    let persistent: boolean | null = null;
    for (const { channelId, pinned } of lists.channels)
      if (pinned !== checked) persistent = await keepChannelOffline(client, entity, keyOfChannel(channelId), checked);
    if (checked) notifyKept(notify, persistent);
  };
  const links = shown.map(({ channelId, ...rest }) => ({
    key: channelId,
    href: `/carrier/serviceable/location?q=${encodeURIComponent(JSON.stringify({ channelId, type: 0 }))}`,
    text: `${channelId} ${channels?.find(known => known.channelId === channelId)?.name ?? ''}`.trim(),
    detail: listsText(rest),
  }));
  return (
    <LinkList id="home-lists" title="Lists on this device" links={links}>
      <p className={styles.note}>
        {[...(age === '' ? [] : [age]), ...(further > 0 ? [`${formatCount(further)} more.`] : [])].join(' ')}{' '}
        <Link to="/offline-data" className={link}>
          Choose what is kept offline
        </Link>
      </p>
      <div className={styles.keep}>
        <PlainSwitch
          label="Keep these offline"
          checked={isKept}
          onChange={checked =>
            void keep(checked).catch(() =>
              notify.error('The lists could not be saved for offline use. Reload the page and try again.'),
            )
          }
        />
        <span className={styles.state}>
          {isKept
            ? 'These lists stay on this device, no matter what else you open'
            : 'Turn this on before you go offline; otherwise opening other channels may replace these lists'}
        </span>
      </div>
    </LinkList>
  );
}
