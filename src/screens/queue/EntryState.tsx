import { mergeClasses } from '@fluentui/react-components';
import {
  ArrowSyncRegular,
  BranchForkRegular,
  CheckmarkCircleFilled,
  ClockRegular,
  DeleteRegular,
  ErrorCircleFilled,
  PauseCircleRegular,
} from '@fluentui/react-icons';
import type { EntryState as State } from '../../sync/types.ts';
import { stateWord } from './queueTexts.ts';
import { useQueueStyles } from './useQueueStyles.ts';

const LOOK = {
  queued: { Icon: ClockRegular, tone: 'warn' },
  sending: { Icon: ArrowSyncRegular, tone: 'quiet' },
  refused: { Icon: ErrorCircleFilled, tone: 'bad' },
  conflict: { Icon: BranchForkRegular, tone: 'torn' },
  applied: { Icon: CheckmarkCircleFilled, tone: 'good' },
  merged: { Icon: CheckmarkCircleFilled, tone: 'good' },
  discarded: { Icon: DeleteRegular, tone: 'quiet' },
} as const;

const HELD = { Icon: PauseCircleRegular, tone: 'warn' } as const;

/** An entry's state as icon and word; a held one waits for the person's go. */
export function EntryState({ state, held = false }: { state: State; held?: boolean }) {
  const styles = useQueueStyles();
  const { Icon, tone } = held ? HELD : LOOK[state];
  return (
    <span className={mergeClasses(styles.state, styles[tone])}>
      <Icon aria-hidden />
      {held ? 'Waiting for your go' : stateWord(state)}
    </span>
  );
}
