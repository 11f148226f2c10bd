import { getHome } from '../../../contract/home.ts';
import { useKept } from '../../../sync/hooks/useKept.ts';
import { channelGaps, useDeviceGaps } from '../../shared/channelGaps.ts';
import { LinkList } from '../../shared/LinkList.tsx';

const NOTHING = {};

/**
 * The channels counted by Home as "Coverage gaps", each with a link to its coverage. Renders nothing if there are none.
 */
export function ChannelsWithGaps({ hrefOf }: { hrefOf: (channelId: number) => string }) {
  const { data } = useKept(getHome, NOTHING);
  const gaps = channelGaps(data?.coverage, useDeviceGaps().counted);
  if (gaps.length === 0) return null;
  const links = gaps.map(({ channelId, text, detail }) => ({ key: channelId, href: hrefOf(channelId), text, detail }));
  return <LinkList id="coverage-channels" title="Channels with gaps" links={links} />;
}
