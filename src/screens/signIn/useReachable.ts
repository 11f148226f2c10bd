import { useEffect, useState } from 'react';
import { reachesServer } from '../../sync/session/session.ts';

/** While the server cannot be reached it is asked again this often, in milliseconds. */
const AGAIN = 5000;

/** Whether the server can be reached, as far as is known: true until a call has failed. */
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
