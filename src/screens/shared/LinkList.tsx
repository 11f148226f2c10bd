import type { ReactNode } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { PageLink } from './PageLink.tsx';

const useStyles = makeStyles({
  heading: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
  },
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    // Enlarges the touch target.
    '@media (max-width: 639px)': { '& a': { display: 'inline-block', padding: '10px 0' } },
  },
  detail: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface LinkListProps {
  /** Id of the heading. */
  id: string;
  title: string;
  links: readonly { key: string | number; href: string; text: string; detail: string }[];
  /** Content below the list. */
  children?: ReactNode;
}

/** A section of a page: links in columns, each followed by a detail. */
export function LinkList({ id, title, links, children }: LinkListProps) {
  const styles = useStyles();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      <ul className={styles.list}>
        {links.map(({ key, href, text, detail }) => (
          <li key={key}>
            <PageLink href={href}>{text}</PageLink> <span className={styles.detail}>{detail}</span>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
