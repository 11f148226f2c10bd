import type { ReactElement } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';

export const useHomeLinkStyles = makeStyles({
  links: { margin: 0, padding: 0, listStyleType: 'none' },
  link: {
    display: 'inline-block',
    padding: `${tokens.spacingVerticalXXS} 0`,
    // Minimum touch target size.
    '@media (max-width: 639px)': { paddingTop: '10px', paddingBottom: '10px' },
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
  },
});

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(280px, 1fr))',
    gap: tokens.spacingHorizontalL,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  group: {
    breakInside: 'avoid',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    // If there is only one group, its pages use the full width.
    '&:only-child': { gridColumn: '1 / -1', '> ul': { columnWidth: '240px' } },
  },
  groupHead: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  groupIcon: { display: 'inline-flex', fontSize: tokens.fontSizeBase500, color: tokens.colorBrandForeground1 },
});

export interface PageGroup {
  id: number;
  name: string;
  icon: ReactElement;
  entries: readonly { id: number; name: string; path: string }[];
}

/** The menu as groups of links. */
export function PageGroups({ groups }: { groups: readonly PageGroup[] }) {
  const styles = useStyles();
  const { links, link } = useHomeLinkStyles();
  return (
    <ul className={styles.cards}>
      {groups.map(group => (
        <li key={group.id} className={styles.group}>
          <h3 className={styles.groupHead}>
            <span className={styles.groupIcon}>{group.icon}</span>
            {group.name}
          </h3>
          <ul className={links}>
            {group.entries.map(entry => (
              <li key={entry.id}>
                <Link to={entry.path} className={link}>
                  {entry.name}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
