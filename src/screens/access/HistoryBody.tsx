import { Button } from '@fluentui/react-components';
import { ArrowClockwiseRegular, ShieldKeyholeRegular } from '@fluentui/react-icons';
import { listSignIns } from '../../contract/access.ts';
import { formatTime } from '../../domain/format.ts';
import { deviceName } from '../../domain/userAgent.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { ServerBody } from '../shared/ServerBody.tsx';
import { outcomeLabel, wayLabel } from './words.ts';

/** The person's sign-ins, including failed ones, newest first. */
export function HistoryBody() {
  const facts = useFactStyles();
  const { timeZone } = useUi();
  const read = useAdministration(listSignIns, {});
  return (
    <ServerBody
      read={read}
      bar={
        <Button icon={<ArrowClockwiseRegular />} onClick={read.reload}>
          Refresh
        </Button>
      }
    >
      {({ list }) =>
        list.length === 0 ? (
          <EmptyState
            icon={<ShieldKeyholeRegular />}
            title="No sign-ins yet"
            hint="Future sign-ins will be listed here, including refused ones."
          />
        ) : (
          <FactTable label="Sign-in history" heads={['Time', 'Outcome', 'By', 'Address', 'Device']}>
            {list.map(entry => (
              <tr key={entry.id}>
                <td className={facts.cell}>
                  {formatTime(entry.lastAt, timeZone)}
                  {entry.count > 1 && ` (${entry.count} times since ${formatTime(entry.at, timeZone)})`}
                </td>
                <td className={facts.cell}>
                  <Tag tone={entry.outcome === 'in' ? 'success' : 'danger'}>
                    {outcomeLabel(entry.outcome, entry.way)}
                  </Tag>
                </td>
                <td className={facts.cell}>
                  {wayLabel(entry.way)}
                  {entry.detail !== '' && ` ${entry.detail}`}
                </td>
                <td className={facts.cell}>{entry.address}</td>
                <td className={facts.cell} title={entry.agent}>
                  {deviceName(entry.agent)}
                </td>
              </tr>
            ))}
          </FactTable>
        )
      }
    </ServerBody>
  );
}
