import { MessageBar, MessageBarBody, Select, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import { seeMenuAs, type UserRow } from '../../contract/admin.ts';
import type { MenuNode } from '../../contract/session.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';

/** The number of modules above one with this parent. */
const depthOf = (list: readonly MenuNode[], parentId: number): number =>
  parentId === 0 ? 0 : 1 + depthOf(list, list.find(({ id }) => id === parentId)?.parentId ?? 0);

/** Shows the menu as a given user sees it in an entity. Read-only; the log records who viewed it. */
export function MenuAsDialog({ item, close }: ListDialogProps<UserRow>) {
  const facts = useFactStyles();
  const { entity } = useSync();
  const entities = item?.row.entities ?? [];
  const [country, setCountry] = useState<Country>(entities.includes(entity) ? entity : (entities[0] ?? entity));
  const read = useAdministration(seeMenuAs, item ? { id: item.row.email, country } : null);
  if (!item) return null;
  return (
    <InfoDialog title={`Menu as seen by ${item.row.email}`} wide onClose={close}>
      <MessageBar intent="info">
        <MessageBarBody>
          This is a preview, so nothing here can be opened. The log records that you viewed it.
        </MessageBarBody>
      </MessageBar>
      <Select aria-label="Entity" value={country} onChange={(_, data) => setCountry(data.value as Country)}>
        {(entities.length > 0 ? entities : [entity]).map(code => (
          <option key={code} value={code}>
            {COUNTRIES[code].name}
          </option>
        ))}
      </Select>
      {read.loading && <Spinner label="Loading" />}
      {!read.loading && read.problem}
      {!read.loading && read.problem === null && read.data !== null && (
        <table className={facts.table} aria-label="Menu">
          <FactHead labels={['Entry', 'Path']} />
          <tbody>
            {read.data.list.map(({ id, name, path, parentId }, _, list) => (
              <tr key={id}>
                <td className={facts.cell} style={{ paddingInlineStart: 8 + 24 * depthOf(list, parentId) }}>
                  {name}
                </td>
                <td className={facts.cell}>{path}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </InfoDialog>
  );
}
