import { useState } from 'react';
import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useParams } from '@tanstack/react-router';
import { COUNTRIES, COUNTRY_CODES, isCountry } from '../../domain/country.ts';
import { useHolidayPage } from '../../sync/hooks/useHolidayPage.ts';
import { PlainSelect } from '../../ui/PlainSelect.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { RoutedList } from '../shared/RoutedList.tsx';
import { WeekendEditingRoom } from './WeekendCell.tsx';
import { NonWorkingDaysFrame } from './NonWorkingDaysFrame.tsx';
import { LISTS, TO_CALL } from './pages.tsx';

const useStyles = makeStyles({
  go: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
});

/** Selects a country and opens its holiday page in a new window. */
function HolidayPage() {
  const styles = useStyles();
  const { entity } = useUi();
  const [country, setCountry] = useState(entity);
  const page = useHolidayPage(COUNTRIES[country].hostSuffix);
  return (
    <div className={styles.go}>
      <span aria-hidden>Holidays of</span>
      <PlainSelect label="Holidays of" value={country} onChange={value => isCountry(value) && setCountry(value)}>
        {COUNTRY_CODES.map(code => (
          <option key={code} value={code}>
            {COUNTRIES[code].name}
          </option>
        ))}
      </PlainSelect>
      {page === null ? (
        <Link disabled title="The address of the holiday page comes from the server, which cannot be reached">
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

/** Non-working days (NWD-1 to NWD-16): the schedules of channels and of masked channels. */
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
