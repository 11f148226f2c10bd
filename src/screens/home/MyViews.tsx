import { makeStyles, tokens } from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import { useViews } from '../../sync/hooks/useViews.ts';
import { isPlainClick } from '../../ui/isPlainClick.ts';
import { useLinkStyles } from '../../ui/linkStyles.ts';
import { useUi } from '../../ui/UiContext.ts';
import { pageWords, viewHref } from '../shared/views/viewTexts.ts';

const useStyles = makeStyles({
  heading: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
  },
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(280px, 1fr))',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  detail: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Views named at once; each list has all of its own. */
const MOST = 12;

/** The person's saved views, and then those that others share: each opens its list. Nothing while there is none. */
export function MyViews() {
  const styles = useStyles();
  const { link } = useLinkStyles();
  const { person } = useUi();
  const { views } = useViews();
  const navigate = useNavigate();
  if (views.length === 0) return null;
  const isMine = ({ owner }: { owner: string }) => owner === '' || owner === person.email;
  const shown = [...views.filter(isMine), ...views.filter(view => !isMine(view))].slice(0, MOST);
  return (
    <section aria-labelledby="home-views">
      <h2 id="home-views" className={styles.heading}>
        My views
      </h2>
      <ul className={styles.list}>
        {shown.map(view => {
          const href = viewHref(view);
          const detail = [
            pageWords(view.path),
            view.standard ? 'default' : '',
            isMine(view) ? (view.shared ? 'shared' : '') : `shared by ${view.owner}`,
          ].filter(part => part !== '');
          return (
            <li key={view.id}>
              <a
                href={href}
                className={link}
                onClick={event => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  void navigate({ href });
                }}
              >
                {view.name}
              </a>{' '}
              <span className={styles.detail}>{detail.join(', ')}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
