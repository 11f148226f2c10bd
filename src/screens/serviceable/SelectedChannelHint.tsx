import type { Filters } from '../../domain/listQuery.ts';
import { ChannelHintRoom } from '../../ui/ChannelHintRoom.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';
import type { ChosenChannelHintProps } from './ChosenChannelHint.tsx';

interface HintProps {
  filters: Filters;
}

/** Loaded once a channel is chosen; its room is there from the first moment on. */
const ChosenChannelHint = lazyPart<ChosenChannelHintProps>(
  () => import('./ChosenChannelHint.tsx').then(module => module.ChosenChannelHint),
  ChannelHintRoom,
);

const hintOf = ({ channelId }: Filters, screen: 'zone' | 'other') =>
  typeof channelId === 'number' ? <ChosenChannelHint channelId={channelId} screen={screen} /> : null;

/** The hint of the chosen channel; nothing while none is chosen. The zone screen words it in its own way (SAL-8 to SAL-10). */
export const SelectedChannelHint = ({ filters }: HintProps) => hintOf(filters, 'other');
export const ZoneChannelHint = ({ filters }: HintProps) => hintOf(filters, 'zone');
