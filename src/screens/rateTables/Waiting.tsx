import { Button } from '@fluentui/react-components';
import { CloudOffRegular } from '@fluentui/react-icons';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { freshness } from '../../ui/list/freshness.ts';
import { useNow } from '../../ui/useNow.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useLooks } from './looks.ts';

interface KnownState {
  data: unknown;
  problem: string | null;
  loading: boolean;
  reload: () => void;
}

/** Replaces data that is loading or missing: says that it is loading, or why it is missing and what to do. */
export function Waiting({
  what,
  state: { problem, loading, reload },
}: {
  what: string;
  state: Omit<KnownState, 'data'>;
}) {
  const { online } = useUi();
  const styles = useLooks();
  if (loading || problem === null) return <p className={styles.note}>Loading {what} ...</p>;
  return (
    <EmptyState
      urgent
      icon={<CloudOffRegular />}
      title={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`}
      hint={online ? problem : 'It is not cached on this device, and the server cannot be reached.'}
    >
      <Button onClick={reload}>Retry</Button>
    </EmptyState>
  );
}

/**
 * The age of the data, shown if the server did not respond or cannot be reached any more, and why, e.g. because a
 * colleague deleted the version.
 */
export function Age({
  asOf,
  fresh,
  loading,
  problem,
}: {
  asOf: number | null;
  fresh: boolean;
  loading: boolean;
  problem: string | null;
}) {
  const styles = useLooks();
  const { online, timeZone } = useUi();
  const now = useNow();
  if (asOf === null || (fresh && online)) return null;
  const { text, state, tone } = freshness({ asOf, refreshing: loading, problem, online }, now, timeZone);
  return (
    <span className={tone === 'warn' ? styles.warn : styles.note}>
      {text}
      {state}
      {tone === 'warn' && online && problem !== null && `: ${problem}`}
    </span>
  );
}
