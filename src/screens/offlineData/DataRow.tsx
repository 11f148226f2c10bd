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
  /** A line under the name that says what it is for. */
  note?: string;
  rows: number;
  bytes: number;
  asOf: string;
  state: string;
  /** A switch for data that can be kept; a word for other data. */
  keep: ReactNode;
  onRefresh?: () => unknown;
  /** Omitted if it is removed with the row above. */
  onRemove?: () => unknown;
  /** What removing the data does, for the button's tooltip. */
  removal?: string;
  /** Whether it belongs to the row above. */
  sub?: boolean;
}

/** One collection on this device: its size, age and state; it can be refreshed and removed. */
export function DataRow(props: DataRowProps) {
  const { name, note, rows, bytes, asOf, state, keep, onRefresh, onRemove, removal, sub = false } = props;
  const { notify, online } = useUi();
  const [asking, setAsking] = useState(false);
  const act = async (work: () => unknown) => {
    try {
      await work();
    } catch {
      notify.error('This device could not store it. Reload the page and try again.');
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
            // Data that is removed offline cannot be loaded again.
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
            It cannot be loaded again until the server can be reached: until then this device cannot show it.
          </ConfirmDialog>
        )}
      </td>
    </tr>
  );
}
