import { Button, MessageBar, MessageBarBody, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { listPushDevices, subscribePush, unsubscribePush, type PushDevice } from '../../contract/notify.ts';
import { errorText } from '../../domain/errorText.ts';
import { formatTime } from '../../domain/format.ts';
import { deviceName } from '../../domain/userAgent.ts';
import { pushState, subscribeHere, unsubscribeHere, type PushState } from '../../sync/actions/pushHere.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useServer } from '../../sync/hooks/useServer.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  head: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  text: { margin: 0 },
  table: { overflowX: 'auto' },
});

/** Why push cannot be turned on in this browser, and what to do about it; missing if it can. */
const CANNOT: Readonly<Partial<Record<PushState, string>>> = {
  unsupported: 'This browser cannot show push messages here. Open Ops Portal at its https address in another browser.',
  needsInstall:
    'On this device, only the installed app can receive push messages. Add Ops Portal to the Home Screen and open it there.',
  denied:
    'Notifications from Ops Portal are blocked in this browser. Allow them for this site in the browser settings, then reload the page.',
};

const stateHere = (): Promise<PushState> => pushState().catch(() => 'unsupported');

/**
 * Web Push: whether this browser receives the bell's notifications while Ops Portal is closed, and which other browsers
 * do.
 */
export function PushSection() {
  const styles = useStyles();
  const facts = useFactStyles();
  const server = useServer();
  const { notify, timeZone } = useUi();
  const read = useAdministration(listPushDevices, {});
  const [known, setKnown] = useState<PushState | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let over = false;
    void stateHere().then(state => over || setKnown(state));
    return () => {
      over = true;
    };
  }, []);

  const carryOut = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      notify.success(await work());
    } catch (error) {
      setProblem(errorText(error));
    }
    setKnown(await stateHere());
    read.reload();
    setBusy(false);
  };
  const turnOn = (publicKey: string) =>
    carryOut(async () => {
      const address = await subscribeHere(publicKey);
      try {
        await server(subscribePush, address);
      } catch (error) {
        await unsubscribeHere().catch(() => undefined);
        throw error;
      }
      return 'This device now receives push messages';
    });
  const remove = ({ id, here, agent }: PushDevice) =>
    carryOut(async () => {
      await server(unsubscribePush, { id });
      if (here) await unsubscribeHere().catch(() => undefined);
      return here
        ? 'This device no longer receives push messages'
        : `${deviceName(agent)} no longer receives push messages`;
    });

  const { data } = read;
  const list = data?.list ?? [];
  const own = known === 'on' ? list.find(({ here }) => here) : undefined;
  const cannot = known === null ? undefined : CANNOT[known];
  return (
    <section aria-label="Push messages" className={styles.root}>
      <h2 className={styles.head}>Push messages</h2>
      {data === null && read.problem === null && <Spinner label="Loading push messages" />}
      {read.problem !== null && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            {read.problem} <Button onClick={read.reload}>Retry</Button>
          </MessageBarBody>
        </MessageBar>
      )}
      {data?.publicKey === null && (
        <p className={styles.text}>
          This server does not send push messages. An administrator can turn them on with OPS_PUSH_PUBLIC_KEY.
        </p>
      )}
      {data !== null && data.publicKey !== null && (
        <>
          <p className={styles.text}>
            {cannot ??
              (own
                ? 'New notifications are shown on this device, even while Ops Portal is closed. Signing out turns this off.'
                : 'New notifications can be shown on this device, even while Ops Portal is closed.')}
          </p>
          {cannot === undefined && known !== null && !own && (
            <div>
              <Button disabled={busy} onClick={() => void turnOn(data.publicKey ?? '')}>
                Turn On for This Device
              </Button>
            </div>
          )}
          {list.length > 0 && (
            <div className={styles.table}>
              <table className={facts.table} aria-label="Devices with push messages">
                <FactHead labels={['Device', 'Since', 'Last message', 'Action']} />
                <tbody>
                  {list.map(device => (
                    <tr key={device.id}>
                      <td className={facts.cell} title={device.agent}>
                        {deviceName(device.agent)} {device.here && <Tag tone="success">This device</Tag>}
                      </td>
                      <td className={facts.cell}>{formatTime(device.since, timeZone)}</td>
                      <td className={facts.cell}>
                        {device.sentAt === null
                          ? 'None yet'
                          : `${formatTime(device.sentAt, timeZone)}, ${device.outcome.startsWith('HTTP 2') ? 'delivered' : device.outcome}`}
                      </td>
                      <td className={facts.cell}>
                        <Button
                          size="small"
                          disabled={busy}
                          aria-label={`Turn off ${deviceName(device.agent)} of ${formatTime(device.since, timeZone)}`}
                          onClick={() => void remove(device)}
                        >
                          Turn Off
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </>
      )}
      {problem !== null && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody role="alert">{problem}</MessageBarBody>
        </MessageBar>
      )}
    </section>
  );
}
