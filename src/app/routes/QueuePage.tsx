import { useSearch } from '@tanstack/react-router';
import { QueueScreen } from '../../screens/queue/QueueScreen.tsx';

/** The queue page; in the URL, `entry` is the entry to show and `show` is the filter. */
export function QueuePage() {
  const { entry, show } = useSearch({ strict: false }) as { entry?: unknown; show?: unknown };
  return <QueueScreen key={String(show)} wanted={typeof entry === 'string' ? entry : null} show={show} />;
}
