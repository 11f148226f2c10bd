import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CloudOffRegular } from '@fluentui/react-icons';
import type { ListData } from '../../contract/listData.ts';
import type { Row } from '../../sync/types.ts';
import { TARGETS } from '../../ui/dialogStyles.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useUi } from '../../ui/UiContext.ts';

/** Styles shared by the comparison and copy pages. */
export const useChannelPageStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    paddingBottom: tokens.spacingVerticalXXXL,
    '@media (max-width: 640px)': TARGETS,
  },
  field: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  label: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
  text: { margin: 0, fontWeight: tokens.fontWeightSemibold },
});

interface ChannelsStateProps {
  list: Pick<ListData<Row>, 'status' | 'problem' | 'refetch'>;
}

/** Shown instead of content that requires the country's channels, while they are loading or if loading has failed. */
export function ChannelsState({ list: { status, problem, refetch } }: ChannelsStateProps) {
  const styles = useChannelPageStyles();
  const { online } = useUi();
  if (status === 'loading') return <p className={styles.note}>Loading the channels ...</p>;
  if (status !== 'error') return null;
  return (
    <EmptyState
      urgent
      icon={<CloudOffRegular />}
      title="The channels of this country are not on this device"
      hint={online ? (problem ?? 'Try again in a moment.') : 'They will appear as soon as the server can be reached.'}
    >
      <Button onClick={refetch}>Retry</Button>
    </EmptyState>
  );
}
