import { flushSync } from 'react-dom';

/**
 * Applies a change of state and renders it before returning. Use it if a response has arrived: as a task of React's
 * scheduler, the rendering would wait for the browser's next frame.
 */
export const renderNow = (change: () => void): void => flushSync(change);
