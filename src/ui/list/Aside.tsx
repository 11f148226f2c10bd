import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

interface AsideProps {
  /** The element in which a list's operations show their progress (OfflineDownloadProps); null until it is mounted. */
  at: HTMLElement | null;
  children: ReactNode;
}

/** Shows the messages of a list operation next to the buttons, so that no button moves. */
export const Aside = ({ at, children }: AsideProps) => at && createPortal(children, at);
