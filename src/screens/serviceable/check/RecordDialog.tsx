import { useEffect, useState, type ComponentType } from 'react';
import type { Filters } from '../../../domain/listQuery.ts';
import type { ListRow } from '../../../contract/listData.ts';
import { findOnDevice } from '../../../sync/hooks/findOnDevice.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import type { ListSource, Row } from '../../../sync/types.ts';
import type { ListDefinition, ListDialogProps } from '../../../ui/list/definition.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { recordFromServer } from '../../../sync/hooks/recordFromServer.ts';
import type { StepRecord } from './lists.ts';

type Definition = ListDefinition<ListSource<Row, Row>, Row>;

/** The definition of the record's list, and therefore its dialogs; loaded with the first dialog. */
async function definitionOf({ scope, page }: StepRecord): Promise<Definition | undefined> {
  if (page.endsWith('-configuration')) return (await import('../configuration/ConfigurationList.tsx')).LISTS[scope];
  const pages: Readonly<Record<string, Definition>> =
    scope === 'channel'
      ? (await import('../pages.ts')).LIST_PAGES
      : (await import('../threePlPages.ts')).THREE_PL_PAGES;
  return pages[page];
}

interface RecordDialogProps {
  record: StepRecord;
  mode: 'create' | 'edit' | 'delete';
  close: () => void;
}

/** A dialog of a list on top of the page, so that a record can be fixed where its effect is visible. */
export function RecordDialog({ record, mode, close }: RecordDialogProps) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  const [ready, setReady] = useState<{ definition: Definition; item: ListRow<Row> | null } | null>(null);
  useEffect(() => {
    let current = true;
    const open = async () => {
      const definition = await definitionOf(record);
      if (!definition) return;
      const { source } = definition;
      const item =
        mode === 'create'
          ? null
          : ((await findOnDevice(client, entity, source, record.filters, record.key).catch(() => null)) ??
            (await recordFromServer(client, entity, source, record.filters, record.key)));
      if (!current) return;
      if (mode !== 'create' && !item) {
        notify.warning('This record could not be loaded. Open its list and try again there.');
        close();
      } else setReady({ definition, item });
    };
    void open().catch(() => {
      if (!current) return;
      notify.error('The form could not be loaded. Check the connection and try again.');
      close();
    });
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once for each opening
  }, []);
  const Dialog = ready?.definition.dialogs[mode] as ComponentType<ListDialogProps<Row>> | undefined;
  if (!ready || !Dialog) return null;
  return (
    <Dialog
      item={ready.item}
      filters={record.record as Filters}
      begins={record.record}
      close={close}
      refresh={() => undefined}
    />
  );
}
