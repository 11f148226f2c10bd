import { useSearch } from '@tanstack/react-router';
import { QueueScreen } from '../../screens/queue/QueueScreen.tsx';

/** The queue; `entry` in the address names the one to show. */
export function QueuePage() {
  const { entry } = useSearch({ strict: false }) as { entry?: unknown };
  return <QueueScreen wanted={typeof entry === 'string' ? entry : null} />;
}
