import { useState } from 'react';
import { MAINTENANCE_CONFIRMATION } from '../../domain/channelConfig/channel.ts';
import { formatClock } from '../../domain/format.ts';
import { NO, YES } from '../../domain/serviceableChoices.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { Affected } from './Affected.tsx';
import type { AskedSwitch, Maintenance } from './useMaintenance.ts';

/** The confirmation for the maintenance switch (CHC-19); offline, it says what will happen to the request. */
export function MaintenanceDialog({ maintenance, asked }: { maintenance: Maintenance; asked: AskedSwitch }) {
  const { online, timeZone } = useUi();
  const { row, wanted, again } = asked;
  const [until] = useState(maintenance.until);
  const verb = wanted === YES ? 'put into' : 'taken out of';
  return (
    <ConfirmDialog
      title={MAINTENANCE_CONFIRMATION}
      onConfirm={() => maintenance.confirm(asked)}
      onCancel={() => void maintenance.cancel()}
    >
      <p>
        Channel {String(row['channelId'])} {String(row['channelName'])} will be {verb} maintenance.
      </p>
      <Affected
        channelId={Number(row['channelId'])}
        before={row}
        after={{ ...row, maintenance: row['maintenance'] === YES ? NO : YES }}
      />
      {again && <p>You requested this while the server could not be reached. Nothing has been sent yet.</p>}
      {!online && (
        <p>
          The server cannot be reached. The switch takes effect when the network is back: you will be asked to confirm
          it until {formatClock(until, timeZone)}. After that it is canceled, so that it does not take effect hours
          late.
        </p>
      )}
    </ConfirmDialog>
  );
}
