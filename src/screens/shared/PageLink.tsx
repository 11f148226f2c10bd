import type { ReactNode } from 'react';
import { mergeClasses } from '@fluentui/react-components';
import { useLinkStyles } from '../../ui/linkStyles.ts';
import { usePageClick } from './usePageClick.ts';

interface PageLinkProps {
  /** Path and search parameters of the URL within the console. */
  href: string;
  className?: string | undefined;
  /** Whether the link leads to the current page. */
  current?: boolean;
  /** Accessible name, if the text alone does not say where the link leads. */
  label?: string;
  children: ReactNode;
}

/** A link that opens in the current tab, or in a new one if the person requests that. */
export function PageLink({ href, className, current = false, label, children }: PageLinkProps) {
  const { link } = useLinkStyles();
  const onClick = usePageClick(href);
  return (
    <a
      className={mergeClasses(link, className)}
      href={href}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      onClick={onClick}
    >
      {children}
    </a>
  );
}
