import { useMatches } from '@tanstack/react-router';
import { LogScreen } from '../../screens/log/LogScreen.tsx';

/** The shared audit log (SHELL-9), for the feature of the current route. */
export function LogPage() {
  const code = useMatches().at(-1)?.staticData.logCode ?? null;
  return <LogScreen code={code} />;
}
