import { Button } from '@fluentui/react-components';
import { PlugDisconnectedRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { endOwnSessions, getAccess, type OwnSession } from '../../contract/access.ts';
import { formatTime } from '../../domain/format.ts';
import { deviceName } from '../../domain/userAgent.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useServer } from '../../sync/hooks/useServer.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { ServerBody } from '../shared/ServerBody.tsx';
import { wayLabel } from './words.ts';

/** The person's sessions, which can be ended one at a time, or all but the current one at once. */
export function SessionsBody() {
  const facts = useFactStyles();
  const server = useServer();
  const { notify, timeZone } = useUi();
  const read = useAdministration(getAccess, {});
  const [ending, setEnding] = useState<OwnSession | 'others' | null>(null);
  const others = read.data?.sessions.filter(({ current }) => !current).length ?? 0;
  const end = async (what: OwnSession | 'others') => {
    const { ended } = await server(endOwnSessions, what === 'others' ? {} : { id: what.id });
    notify.success(ended === 1 ? 'The session ended' : `${ended} sessions ended`);
    setEnding(null);
    read.reload();
  };
  return (
    <ServerBody
      read={read}
      bar={
        <Button icon={<PlugDisconnectedRegular />} disabled={others === 0} onClick={() => setEnding('others')}>
          End All Others
        </Button>
      }
    >
      {({ sessions }) => (
        <>
          <FactTable label="Sessions" heads={['Device', 'Address', 'Signed in', 'Last seen', 'Action']}>
            {sessions.map(session => (
              <tr key={session.id}>
                <td className={facts.cell} title={session.agent}>
                  {deviceName(session.agent)} {session.current && <Tag tone="success">This session</Tag>}
                </td>
                <td className={facts.cell}>{session.address === '' ? 'Unknown' : session.address}</td>
                <td className={facts.cell}>
                  {formatTime(session.since, timeZone)}, {wayLabel(session.way).toLowerCase()}
                </td>
                <td className={facts.cell}>{session.current ? 'Now' : formatTime(session.seenAt, timeZone)}</td>
                <td className={facts.cell}>
                  {session.current ? (
                    'Sign out to end it'
                  ) : (
                    <Button
                      size="small"
                      aria-label={`End the session on ${deviceName(session.agent)} since ${formatTime(session.since, timeZone)}`}
                      onClick={() => setEnding(session)}
                    >
                      End
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </FactTable>
          {ending !== null && (
            <ConfirmDialog
              title={
                ending === 'others' ? 'End all other sessions?' : `End the session on ${deviceName(ending.agent)}?`
              }
              confirmLabel="End"
              onCancel={() => setEnding(null)}
              onConfirm={() => end(ending)}
            >
              Unsent changes are kept on the device until you sign in there again.
            </ConfirmDialog>
          )}
        </>
      )}
    </ServerBody>
  );
}
