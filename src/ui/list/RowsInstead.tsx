import { Button } from '@fluentui/react-components';
import { CloudOffRegular, ErrorCircleRegular, SearchRegular, TableSearchRegular } from '@fluentui/react-icons';
import { EmptyState } from '../EmptyState.tsx';
import type { ListTexts, Misfit } from './definition.ts';
import type { ListData } from '../../contract/listData.ts';

interface RowsInsteadProps {
  status: ListData<unknown>['status'];
  texts: ListTexts;
  problem: string | null;
  /** Why no row can ever match. */
  misfit: Misfit | null;
  online: boolean;
  /** Whether any filter narrows the list. */
  narrowed: boolean;
  /** The list's own button for adding a record, if the person has the permission. */
  create: { label: string; run: () => void } | undefined;
  onReset: () => void;
  onRetry: () => void;
}

/** Shown in place of the rows if there are none: the reason and the next step. */
export function RowsInstead({
  status,
  texts,
  problem,
  misfit,
  online,
  narrowed,
  create,
  onReset,
  onRetry,
}: RowsInsteadProps) {
  const retry = (
    <Button appearance="primary" onClick={onRetry}>
      Retry
    </Button>
  );
  if (status === 'idle') return <EmptyState icon={<SearchRegular />} title={texts.idle} hint={texts.idleHint} />;
  if (status === 'error') {
    return online ? (
      <EmptyState icon={<ErrorCircleRegular />} title="This list could not be loaded" hint={problem} urgent>
        {retry}
      </EmptyState>
    ) : (
      <EmptyState
        icon={<CloudOffRegular />}
        title="You are offline, and this page is not on this device"
        hint="Pages that you have opened before are available offline. This one will appear as soon as the server can be reached."
        urgent
      >
        {retry}
      </EmptyState>
    );
  }
  if (misfit !== null) {
    const { title, hint = texts.idleHint, action } = misfit;
    return (
      <EmptyState icon={<TableSearchRegular />} title={title} hint={hint}>
        {action && (
          <Button appearance="primary" onClick={action.run}>
            {action.label}
          </Button>
        )}
      </EmptyState>
    );
  }
  return narrowed ? (
    <EmptyState icon={<TableSearchRegular />} title={texts.empty} hint="Check the spelling, or remove a filter.">
      <Button onClick={onReset}>Reset filters</Button>
    </EmptyState>
  ) : (
    <EmptyState icon={<TableSearchRegular />} title={texts.none} hint={create ? texts.noneHint : undefined}>
      {create && <Button onClick={create.run}>{create.label}</Button>}
    </EmptyState>
  );
}
