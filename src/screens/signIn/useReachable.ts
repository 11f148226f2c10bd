import { useEffect, useState } from 'react';
import { reachesServer } from '../../sync/session/session.ts';

/** Interval in milliseconds between retries while the server is unreachable. */
const AGAIN = 5000;

/** Whether the server is known to be reachable: true until a call fails. */
export function useReachable(): boolean {
  const [reachable, setReachable] = useState(true);
  useEffect(() => {
    let here = true;
    let timer: number | undefined;
    const look = async (): Promise<void> => {
      window.clearTimeout(timer);
      const answer = await reachesServer().catch(() => false);
      if (!here) return;
      setReachable(answer);
      if (!answer) timer = window.setTimeout(() => void look(), AGAIN);
    };
    const onChange = (): void => void look();
    void look();
    window.addEventListener('online', onChange);
    window.addEventListener('offline', onChange);
    return () => {
      here = false;
      window.clearTimeout(timer);
      window.removeEventListener('online', onChange);
      window.removeEventListener('offline', onChange);
    };
  }, []);
  return reachable;
}
