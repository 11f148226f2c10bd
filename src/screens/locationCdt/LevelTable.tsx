import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CDT_LEVELS, levelCells } from '../../domain/cdt/levels.ts';
import { COUNTRY_CODES } from '../../domain/country.ts';
import { useUi } from '../../ui/UiContext.ts';

const useStyles = makeStyles({
  room: { overflowX: 'auto' },
  table: {
    borderCollapse: 'collapse',
    width: '100%',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  cell: {
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    textAlign: 'start',
    overflowWrap: 'break-word',
    fontWeight: tokens.fontWeightRegular,
  },
  head: { color: tokens.colorNeutralForeground2, fontWeight: tokens.fontWeightSemibold },
  entity: { fontWeight: tokens.fontWeightSemibold },
  current: { backgroundColor: tokens.colorBrandBackground2 },
});

/** The reference table of location level indexes (CDT-1, CDT-2, G65): the name of each level in each country. */
export function LevelTable() {
  const styles = useStyles();
  const { entity } = useUi();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on a phone, and nothing in it takes the focus
    <section className={styles.room} aria-label="Scrolls sideways: Location level indexes" tabIndex={0}>
      <table className={styles.table} aria-label="Location level indexes">
        <thead>
          <tr>
            {['entity', ...CDT_LEVELS.map(({ label }) => label)].map(label => (
              <th key={label} scope="col" className={mergeClasses(styles.cell, styles.head)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {COUNTRY_CODES.map(country => (
            <tr
              key={country}
              className={mergeClasses(country === entity && styles.current)}
              {...(country === entity ? { 'aria-current': 'true' as const } : {})}
            >
              <th scope="row" className={mergeClasses(styles.cell, styles.entity)}>
                {country}
              </th>
              {levelCells(country).map((cell, at) => (
                <td key={CDT_LEVELS[at]?.label} className={styles.cell}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
