import { Button } from '@fluentui/react-components';
import { ArrowClockwiseRegular, DeleteRegular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { formatCount } from '../../domain/format.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { sizeText } from '../../domain/sizeText.ts';

const ConfirmDialog = lazyPart(() => import('../../ui/ConfirmDialog.tsx').then(module => module.ConfirmDialog));

export interface DataRowProps {
  name: string;
  /** A line under the name that describes its purpose. */
  note?: string;
  rows: number;
  bytes: number;
  asOf: string;
  state: string;
  /** Shows a switch for data that can be kept offline, and a word for other data. */
  keep: ReactNode;
  onRefresh?: () => unknown;
  /** Omitted if the data is removed together with the row above. */
  onRemove?: () => unknown;
  /** The effect of removing the data, for the button's tooltip. */
  removal?: string;
  /** Whether this row belongs to the one above. */
  sub?: boolean;
}

/** A collection on this device: its size, age and state, with buttons to refresh and remove it. */
export function DataRow(props: DataRowProps) {
  const { name, note, rows, bytes, asOf, state, keep, onRefresh, onRemove, removal, sub = false } = props;
  const { notify, online } = useUi();
  const [asking, setAsking] = useState(false);
  const act = async (work: () => unknown) => {
    try {
      await work();
    } catch {
      notify.error('The lists could not be saved for offline use. Reload the page and try again.');
    }
  };
  return (
    <tr>
      <th scope="row" data-sub={sub || undefined}>
        {name}
        {note && <small>{note}</small>}
      </th>
      <td data-label="Rows" data-number>
        {formatCount(rows)}
      </td>
      <td data-label="Size" data-number>
        {sizeText(bytes)}
      </td>
      <td data-label="As of">{asOf}</td>
      <td data-label="State">{state}</td>
      <td data-label="Keep offline">{keep}</td>
      <td>
        {onRefresh && (
          <Button
            size="small"
            appearance="subtle"
            icon={<ArrowClockwiseRegular />}
            aria-label={`Refresh: ${name}`}
            title={online ? 'Refresh from the server' : 'The server cannot be reached'}
            disabledFocusable={!online}
            onClick={() => void act(onRefresh)}
          />
        )}
        {onRemove && (
          <Button
            size="small"
            appearance="subtle"
            icon={<DeleteRegular />}
            aria-label={`Remove: ${name}`}
            title={removal ?? ''}
            // Data removed while offline cannot be loaded again.
            onClick={() => (online ? void act(onRemove) : setAsking(true))}
          />
        )}
        {onRemove && asking && (
          <ConfirmDialog
            title={`Remove ${name} while offline?`}
            confirmLabel="Remove"
            destructive
            focus="cancel"
            onConfirm={async () => {
              await act(onRemove);
              setAsking(false);
            }}
            onCancel={() => setAsking(false)}
          >
            This device cannot show this data until the server can be reached and the data is loaded again.
          </ConfirmDialog>
        )}
      </td>
    </tr>
  );
}
