import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronDownRegular, GlobeRegular } from '@fluentui/react-icons';
import { COUNTRIES, isCountry } from '../../domain/country.ts';
import { useShell } from '../appContext.ts';
import { PHONE, WIDE } from './layout.ts';
import { usePopupStyles } from './popupStyles.ts';
import { usePopup } from './usePopup.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';

const SearchList = lazyPart(() => import('../palette/SearchList.tsx').then(module => module.SearchList));

const useStyles = makeStyles({
  button: { minWidth: 0, fontWeight: tokens.fontWeightRegular, whiteSpace: 'nowrap', [PHONE]: { padding: '5px 6px' } },
  name: { [PHONE]: { display: 'none' } },
  code: { display: 'none', [PHONE]: { display: 'inline' } },
  only: {
    minWidth: 0,
    padding: `0 ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    // The breadcrumb next to the switcher shrinks instead.
    [WIDE]: { flexShrink: 0 },
    [PHONE]: { padding: `0 ${tokens.spacingHorizontalXS}` },
  },
  surface: { display: 'flex', flexDirection: 'column', padding: 0, overflow: 'hidden' },
});

/** Shows the current country; switching updates the menu, permissions and screens immediately, even offline. */
export function CountrySwitcher() {
  const styles = useStyles();
  const popup = usePopupStyles();
  const { open, toggle, close, rootRef } = usePopup();
  const { entity, countries, switchTo } = useShell();
  const { name } = COUNTRIES[entity];
  if (countries.length < 2) return <span className={styles.only}>{name}</span>;
  return (
    <div className={popup.root} ref={rootRef}>
      <Button
        appearance="subtle"
        className={styles.button}
        icon={<GlobeRegular />}
        aria-label={`Country: ${name}, ${entity}`}
        aria-haspopup="listbox"
        aria-expanded={open}
        onClick={toggle}
      >
        <span className={styles.name}>{name}</span>
        <span className={styles.code}>{entity}</span>
        <ChevronDownRegular aria-hidden style={{ marginLeft: tokens.spacingHorizontalXS }} />
      </Button>
      {open && (
        <div className={mergeClasses(popup.surface, popup.left, styles.surface)}>
          <SearchList
            label="Country"
            placeholder="Find a country"
            choices={countries.map(country => ({
              id: country,
              label: COUNTRIES[country].name,
              group: 'Countries',
              detail: country,
              selected: country === entity,
            }))}
            onChoose={id => {
              close(true);
              if (isCountry(id)) switchTo(id);
            }}
          />
        </div>
      )}
    </div>
  );
}
