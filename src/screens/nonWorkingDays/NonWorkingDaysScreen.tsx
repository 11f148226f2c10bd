import { useState } from 'react';
import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useParams } from '@tanstack/react-router';
import { COUNTRIES, COUNTRY_CODES, isCountry } from '../../domain/country.ts';
import { useHolidayPage } from '../../sync/hooks/useHolidayPage.ts';
import { useUi } from '../../ui/UiContext.ts';
import { RoutedList } from '../shared/RoutedList.tsx';
import { WeekendEditingRoom } from './WeekendCell.tsx';
import { NonWorkingDaysFrame } from './NonWorkingDaysFrame.tsx';
import { LISTS, TO_CALL } from './pages.tsx';

const useStyles = makeStyles({
  go: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
  select: {
    height: '32px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
  },
});

/** Picks a country and opens its holiday page in a new window. */
function HolidayPage() {
  const styles = useStyles();
  const { entity } = useUi();
  const [country, setCountry] = useState(entity);
  const page = useHolidayPage(COUNTRIES[country].hostSuffix);
  return (
    <div className={styles.go}>
      <label htmlFor="holiday-country">Holidays of</label>
      <select
        id="holiday-country"
        className={styles.select}
        value={country}
        onChange={({ target }) => isCountry(target.value) && setCountry(target.value)}
      >
        {COUNTRY_CODES.map(code => (
          <option key={code} value={code}>
            {COUNTRIES[code].name}
          </option>
        ))}
      </select>
      {page === null ? (
        <Link disabled title="The address of the holiday page comes from the server, which is not reached">
          Go
        </Link>
      ) : (
        <Link href={page} target="_blank" rel="noopener noreferrer">
          Go
        </Link>
      )}
    </div>
  );
}

/** Non-working days (NWD-1 to NWD-16): the channels' schedules and those of masked channels. */
export function NonWorkingDaysScreen() {
  const { mask } = useParams({ strict: false }) as { mask?: string };
  const current = mask === '1' ? 1 : 0;
  return (
    <NonWorkingDaysFrame current={current}>
      <HolidayPage />
      <WeekendEditingRoom key={current}>
        <RoutedList definition={LISTS[current]} toCall={TO_CALL[current]} untitled />
      </WeekendEditingRoom>
    </NonWorkingDaysFrame>
  );
}
