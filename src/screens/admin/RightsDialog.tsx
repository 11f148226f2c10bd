import { Select, Spinner } from '@fluentui/react-components';
import { CheckmarkCircleRegular, DismissCircleRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { explainRights, listEntities, type UserRow } from '../../contract/admin.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactTable } from '../shared/FactTable.tsx';

/** A user's permissions in an entity, with the reason for each: the role that grants it, or what is missing. */
export function RightsDialog({ item, close }: ListDialogProps<UserRow>) {
  const facts = useFactStyles();
  const { entity } = useSync();
  const [country, setCountry] = useState<Country>(
    item === null || item.row.entities.includes(entity) ? entity : (item.row.entities[0] ?? entity),
  );
  const read = useAdministration(explainRights, item ? { id: item.row.email, country } : null);
  // The entities that the person administers (PERM-17).
  const entities = useAdministration(listEntities, item ? {} : null);
  const countries = entities.data?.list.map(own => own.country) ?? [country];
  if (!item) return null;
  return (
    <InfoDialog title={`What may ${item.row.email} do, and why?`} wide onClose={close}>
      <Select aria-label="Entity" value={country} onChange={(_, data) => setCountry(data.value as Country)}>
        {countries.map(code => (
          <option key={code} value={code}>
            {COUNTRIES[code].name}
          </option>
        ))}
      </Select>
      {read.loading && <Spinner label="Loading" />}
      {!read.loading && read.problem}
      {!read.loading && read.problem === null && read.data !== null && (
        <FactTable label="Rights" heads={['Right', 'Allowed', 'Why']}>
          {read.data.list.map(({ code, allowed, why }) => (
            <tr key={code}>
              <td className={facts.cell}>{code}</td>
              <td className={facts.cell}>
                {allowed ? <CheckmarkCircleRegular aria-hidden /> : <DismissCircleRegular aria-hidden />}{' '}
                {allowed ? 'Yes' : 'No'}
              </td>
              <td className={facts.cell}>{why}</td>
            </tr>
          ))}
        </FactTable>
      )}
    </InfoDialog>
  );
}
