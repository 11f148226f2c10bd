import { useEffect, useMemo, useState, type ComponentType } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { ListData } from '../../contract/listData.ts';
import { resourceOf } from '../../contract/resources/all.ts';
import { useOnDevice } from '../../sync/hooks/useOnDevice.ts';
import type { ListSource, Row } from '../../sync/types.ts';
import type { ListDefinition, ListDialogProps, RowAction } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { filtersOf, recordHref } from './recordPath.ts';
import { keyValues } from './recordWords.ts';
import type { Wanted } from './useAsked.ts';
import { deniedText, missingText } from './useAskedForm.ts';

const NO_FILTERS = {};

interface WantedRecordProps<F extends Row, R extends Row> {
  definition: ListDefinition<ListSource<F, R>, R>;
  /** The record of the address; null if it was that of the Create dialog, which the list itself opens. */
  wanted: Wanted | null;
  data: ListData<R>;
}

/**
 * What the address of a dialog opens on its list (LIST-4, G75): the form or the view of a record, unless the person may
 * not use it, which is said.
 */
export function WantedRecord<F extends Row, R extends Row>({ definition, wanted, data }: WantedRecordProps<F, R>) {
  const { title, operations, rowActions } = definition;
  const { can, notify } = useUi();
  const [action] = useState(() => rowActions.find(({ id }) => id === wanted?.action));
  const [isDenied] = useState(() =>
    wanted
      ? action?.permission !== undefined && !can(action.permission)
      : !operations.some(
          ({ kind, ...own }) => kind === 'dialog' && 'primary' in own && own.primary && can(own.permission),
        ),
  );
  useEffect(() => {
    if (isDenied) notify.warning(deniedText(title, wanted ? 'change' : 'add to'));
  }, [isDenied, wanted, title, notify]);
  return wanted && !isDenied ? (
    <RecordDialog definition={definition} wanted={wanted} data={data} action={action} />
  ) : null;
}

interface RecordDialogProps<F extends Row, R extends Row> extends WantedRecordProps<F, R> {
  wanted: Wanted;
  /** Undefined if the list has no such action; it then only shows the record. */
  action: RowAction | undefined;
}

/**
 * The dialog of a record that is found on this device, or among the rows of the list, which the address has filtered to
 * the record. If it is not there, a notice says so.
 */
function RecordDialog<F extends Row, R extends Row>({ definition, wanted, data, action }: RecordDialogProps<F, R>) {
  const { source, title, dialogs } = definition;
  const { notify } = useUi();
  const goTo = useNavigate();
  const [closed, setClosed] = useState(false);
  const resource = source.collection === null ? undefined : resourceOf(source.collection);
  const filters = useMemo(
    () => (resource ? (filtersOf(resource, keyValues(resource, wanted.key)) as F) : null),
    [wanted, resource],
  );
  const onDevice = useOnDevice(source, filters, wanted.key);
  const listed = data.rows.find(({ key, row }) => key === wanted.key || source.alias?.(row) === wanted.key);
  const item = listed ?? onDevice ?? null;

  useEffect(() => {
    // The key of some records is only a number, which filters nothing: their other values do.
    if (listed || !onDevice || source.collection === null) return;
    const href = recordHref(source.collection, wanted.key, onDevice.row);
    if (href !== undefined) void goTo({ href, replace: true });
    // Runs when the record is found.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted, onDevice]);

  const isMissing = !closed && item === null && onDevice === null && !data.refreshing && data.status !== 'loading';
  useEffect(() => {
    if (isMissing) notify.warning(missingText(title, wanted.id));
  }, [wanted, isMissing, notify, title]);

  const Dialog = action && (dialogs[action.dialog] as ComponentType<ListDialogProps<R>> | undefined);
  if (!Dialog || closed || !item) return null;
  return <Dialog item={item} filters={NO_FILTERS} close={() => setClosed(true)} refresh={data.refetch} />;
}
