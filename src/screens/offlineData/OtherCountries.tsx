import { COUNTRIES } from '../../domain/country.ts';
import { formatTime } from '../../domain/format.ts';
import { removeCountry } from '../../sync/actions/cached.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { useUi } from '../../ui/UiContext.ts';
import { DataRow } from './DataRow.tsx';
import type { TableProps } from './CachedTable.tsx';
import { TableHead } from './TableHead.tsx';

/** What is cached of countries that are not the current one. */
export function OtherCountries({ cached, className, tableClass }: TableProps) {
  const { client } = useSync();
  const { timeZone } = useUi();
  return (
    <div className={className}>
      <table className={tableClass}>
        <TableHead />
        <tbody>
          {cached.others.map(({ entity, rows, bytes, checkedAt }) => (
            <DataRow
              key={entity}
              name={COUNTRIES[entity].name}
              rows={rows}
              bytes={bytes}
              asOf={checkedAt > 0 ? formatTime(Math.floor(checkedAt / 1000), timeZone) : 'never'}
              state="Not caught up now"
              keep="-"
              onRemove={() => removeCountry(client, entity)}
              removal="Remove all of it from this device"
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
