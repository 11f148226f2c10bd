import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

interface AsideProps {
  /** Where a list's operations show their progress (OfflineDownloadProps); null until it is drawn. */
  at: HTMLElement | null;
  children: ReactNode;
}

/** Shows the messages of a list operation next to the operations, so that none of them moves. */
export const Aside = ({ at, children }: AsideProps) => at && createPortal(children, at);
