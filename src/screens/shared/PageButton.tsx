import type { ReactElement, ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { usePageClick } from './usePageClick.ts';

interface PageButtonProps {
  /** Path and search parameters of the URL within the console. */
  href: string;
  icon?: ReactElement;
  appearance?: 'primary' | 'secondary' | 'subtle';
  size?: 'small' | 'medium';
  /** Accessible name, if the text alone does not say where the button leads. */
  label?: string;
  children: ReactNode;
}

/**
 * A link that looks like a button. Like every link, it has an address, so it can be copied and opened in a new tab
 * (SHELL-10, LIST-4).
 */
export function PageButton({ href, label, children, ...button }: PageButtonProps) {
  const onClick = usePageClick(href);
  return (
    <Button as="a" {...button} href={href} aria-label={label} onClick={onClick}>
      {children}
    </Button>
  );
}
