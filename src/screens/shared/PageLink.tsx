import type { ReactNode } from 'react';
import { mergeClasses } from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import { isPlainClick } from '../../ui/isPlainClick.ts';
import { useLinkStyles } from '../../ui/linkStyles.ts';

interface PageLinkProps {
  /** Address in the console, with its search. */
  href: string;
  className?: string | undefined;
  /** It leads to the page that is open. */
  current?: boolean;
  /** Its name, if its text alone does not say where it leads. */
  label?: string;
  children: ReactNode;
}

/** A link that opens in this tab, and in another one where that is requested. */
export function PageLink({ href, className, current = false, label, children }: PageLinkProps) {
  const { link } = useLinkStyles();
  const navigate = useNavigate();
  return (
    <a
      className={mergeClasses(link, className)}
      href={href}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      onClick={event => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        void navigate({ href });
      }}
    >
      {children}
    </a>
  );
}
