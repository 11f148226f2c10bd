import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronRightRegular } from '@fluentui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import { onPlainClick } from '../../ui/isPlainClick.ts';
import { focusRing } from './focusRing.ts';
import { LOW, PHONE, WIDE } from './layout.ts';

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    margin: 0,
    padding: `${tokens.spacingVerticalS} 0 0`,
    // In the top bar: one line, whose middle steps are truncated if space is short.
    [WIDE]: { flexWrap: 'nowrap', padding: `0 ${tokens.spacingHorizontalS}`, whiteSpace: 'nowrap' },
    [LOW]: { display: 'none' },
    listStyleType: 'none',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    // On a phone: one line with the last three steps, truncated if too long. The menu has the others.
    [PHONE]: { flexWrap: 'nowrap', '> li:nth-last-child(n + 4)': { display: 'none' } },
  },
  item: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minWidth: 0,
    '> svg': { flexShrink: 0 },
    [PHONE]: { ':last-child': { flexShrink: 0 }, '> :first-child': cut },
    [WIDE]: { ':last-child': { flexShrink: 0 }, '> :first-child': cut },
  },
  link: {
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { textDecorationLine: 'underline', color: tokens.colorNeutralForeground1 },
    ...focusRing,
  },
  // Truncating a short word would save nothing.
  short: { flexShrink: 0 },
  last: { color: tokens.colorNeutralForeground2 },
});

/** Maximum length, in characters, of a step that is never truncated. */
const SHORT = 8;

export interface Crumb {
  label: string;
  /** Missing for the page itself, and for a group, because it has no page. */
  path?: string;
}

/** The open page's position in the menu. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const styles = useStyles();
  const navigate = useNavigate();
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.list}>
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1;
          return (
            <li
              key={`${index}-${crumb.label}`}
              className={mergeClasses(styles.item, crumb.label.length <= SHORT && styles.short)}
            >
              {crumb.path !== undefined && !last ? (
                // Not the router's Link, which would also mark a parent step that has the same path as the current
                // page.
                <a
                  href={crumb.path}
                  className={styles.link}
                  onClick={onPlainClick(() => void navigate({ href: crumb.path ?? '/' }))}
                >
                  {crumb.label}
                </a>
              ) : (
                <span className={mergeClasses(last && styles.last)} aria-current={last ? 'page' : undefined}>
                  {crumb.label}
                </span>
              )}
              {!last && <ChevronRightRegular aria-hidden />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
