import { Button, mergeClasses } from '@fluentui/react-components';
import { AddRegular, DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { deleteLayout, listLayouts, type LayoutRecord } from '../../contract/reconOwn.ts';
import { FEATURE } from '../../domain/permission.ts';
import { readLayoutDefinition } from '../../domain/recon/layoutText.ts';
import { formatTime } from '../../domain/format.ts';
import { useKept } from '../../sync/hooks/useKept.ts';
import { useChange } from '../../sync/hooks/useChange.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { DeletionQuestion } from '../shared/DeletionQuestion.tsx';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { LayoutWizard } from './LayoutWizard.tsx';
import { ReconBody, useReconStyles } from './parts.tsx';
import { HistoryButton } from '../shared/HistoryButton.tsx';
import { LAYOUTS_PATH } from './paths.ts';

const AS = {
  rows: 'One row per charge',
  pairs: 'Pairs of charge and amount',
  columns: 'One column per charge',
} as const;

/** The layouts for parsing suppliers' files. */
export function LayoutsBody() {
  const styles = useReconStyles();
  const facts = useFactStyles();
  const send = useChange();
  const { can, timeZone } = useUi();
  const read = useKept(listLayouts, {});
  const [editing, setEditing] = useState<LayoutRecord | 'new' | null>(null);
  const [deleting, setDeleting] = useState<LayoutRecord | null>(null);
  const mayWrite = can(`${FEATURE.recon}.write`);
  const create = (
    <Button appearance="primary" icon={<AddRegular />} onClick={() => setEditing('new')}>
      Create Layout
    </Button>
  );
  return (
    <>
      <div className={styles.bar}>
        {mayWrite && create}
        <HistoryButton path={LAYOUTS_PATH} code={FEATURE.recon} />
      </div>
      <div className={styles.body}>
        <ReconBody read={read}>
          {({ list }) =>
            list.length === 0 ? (
              <EmptyState
                title="No supplier has a layout yet"
                hint="A layout defines what each column of a supplier’s file contains. Choose a sample file, and the console suggests the roles."
              />
            ) : (
              <div className={styles.scroll}>
                <table className={facts.table} aria-label="Layouts">
                  <FactHead
                    labels={['Supplier', 'Layout', 'Charges', 'Days to dispute', 'Changed by', 'Changed on', 'Action']}
                  />
                  <tbody>
                    {list.map(row => {
                      const definition = readLayoutDefinition(row.definition);
                      return (
                        <tr key={row.id}>
                          <td className={facts.cell}>{row.supplier_name}</td>
                          <td className={facts.cell}>{row.name}</td>
                          <td className={facts.cell}>{definition ? AS[definition.charges.as] : '/'}</td>
                          <td className={facts.cell}>{row.contract_days}</td>
                          <td className={facts.cell}>{row.updated_by}</td>
                          <td className={mergeClasses(facts.cell, styles.whole)}>
                            {formatTime(row.updated_at, timeZone)}
                          </td>
                          <td className={mergeClasses(facts.cell, styles.whole)}>
                            {mayWrite && (
                              <>
                                <Button
                                  size="small"
                                  icon={<EditRegular />}
                                  aria-label={`Edit ${row.name}`}
                                  onClick={() => setEditing(row)}
                                />{' '}
                                <Button
                                  size="small"
                                  icon={<DeleteRegular />}
                                  aria-label={`Delete ${row.name}`}
                                  onClick={() => setDeleting(row)}
                                />
                              </>
                            )}
                          </td>
                        </tr>
                      );
                    })}
                  </tbody>
                </table>
              </div>
            )
          }
        </ReconBody>
      </div>
      {editing !== null && (
        <LayoutWizard
          layout={editing === 'new' ? null : editing}
          close={() => setEditing(null)}
          saved={() => {
            setEditing(null);
            read.reload();
          }}
        />
      )}
      {deleting !== null && (
        <DeletionQuestion
          title={`Delete the layout ${deleting.name}?`}
          done={`Delete Successfully: ${deleting.name}`}
          deletion={() => send(deleteLayout, { id: deleting.id })}
          onDeleted={read.reload}
          close={() => setDeleting(null)}
        >
          Bills that were read with it are not changed. New bills need another layout.
        </DeletionQuestion>
      )}
    </>
  );
}
