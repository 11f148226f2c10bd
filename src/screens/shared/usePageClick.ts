import type { MouseEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { onPlainClick } from '../../ui/isPlainClick.ts';

/** The click handler of a link within the console: it opens in the current tab, or in a new one if the person requests that. */
export function usePageClick(href: string): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return onPlainClick(() => void navigate({ href }));
}
