import { memo } from 'react';
import { OWNERS, type IdScope } from '../../contract/owner.ts';
import type { Filters } from '../../domain/listQuery.ts';
import { ChannelHintRoom } from '../../ui/ChannelHintRoom.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';
import type { ChosenHintProps } from './ChosenHint.tsx';

interface HintProps {
  filters: Filters;
}

/**
 * Loaded once a channel or 3PL is chosen; its room is there from the first moment on. Drawn again for another one, not for
 * other filters.
 */
const ChosenHint = memo(
  lazyPart<ChosenHintProps>(() => import('./ChosenHint.tsx').then(module => module.ChosenHint), ChannelHintRoom),
);

const hintOf = (scope: IdScope, screen: ChosenHintProps['screen']) =>
  function SelectedHint({ filters }: HintProps) {
    const id = filters[OWNERS[scope].field];
    return typeof id === 'number' ? <ChosenHint scope={scope} id={id} screen={screen} /> : null;
  };

/** The hint of what is chosen; nothing while nothing is. The zone screen words it in its own way (SAL-8 to SAL-10). */
export const SelectedChannelHint = hintOf('channel', 'other');
export const ZoneChannelHint = hintOf('channel', 'zone');
export const SelectedThreePlHint = hintOf('3pl', 'other');
export const ZoneThreePlHint = hintOf('3pl', 'zone');
