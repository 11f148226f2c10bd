import { useSearch } from '@tanstack/react-router';
import { QueueScreen } from '../../screens/queue/QueueScreen.tsx';

/** The queue page; in the URL, `entry` is the entry to show, and `show` and `imports` are the filters. */
export function QueuePage() {
  const { entry, show, imports } = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  return (
    <QueueScreen
      key={`${String(show)} ${String(imports)}`}
      wanted={typeof entry === 'string' ? entry : null}
      show={show}
      imports={imports}
    />
  );
}
