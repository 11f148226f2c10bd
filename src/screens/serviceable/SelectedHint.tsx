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
 * Loaded once a channel or 3PL is selected; its space is reserved from the start. Rerendered for a different selection,
 * but not for other filters.
 */
const ChosenHint = memo(
  lazyPart<ChosenHintProps>(() => import('./ChosenHint.tsx').then(module => module.ChosenHint), ChannelHintRoom),
);

const hintOf = (scope: IdScope, screen: ChosenHintProps['screen']) =>
  function SelectedHint({ filters }: HintProps) {
    const id = filters[OWNERS[scope].field];
    return typeof id === 'number' ? <ChosenHint scope={scope} id={id} screen={screen} /> : null;
  };

/**
 * The hint for the selection; renders nothing if there is none. The zone screen has its own wording (SAL-8 to SAL-10).
 */
export const SelectedChannelHint = hintOf('channel', 'other');
export const ZoneChannelHint = hintOf('channel', 'zone');
export const SelectedThreePlHint = hintOf('3pl', 'other');
export const ZoneThreePlHint = hintOf('3pl', 'zone');
