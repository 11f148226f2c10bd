import {
  Button,
  Checkbox,
  mergeClasses,
  Radio,
  RadioGroup,
  Select,
  Spinner,
  Textarea,
} from '@fluentui/react-components';
import { useState } from 'react';
import { filterAvailable, searchOrders, updateOrderStatus, type OrderRow } from '../../contract/recon.ts';
import { changeMatching, matchingOrders, type ActionRow } from '../../contract/reconOwn.ts';
import { formatCount } from '../../domain/format.ts';
import { countText } from '../../domain/import/countsText.ts';
import { RECON_STATUS, RECON_STATUS_LABELS, type ReconTarget } from '../../domain/recon/status.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useChange } from '../../sync/hooks/useChange.ts';
import { EnteredDialog } from '../../ui/form/EnteredDialog.tsx';
import { useEntered } from '../../ui/form/useEntered.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { ActionProgress } from './ActionProgress.tsx';
import { LabelledField, MoneyCell, ProblemText, ReconBody, StatusTag, useReconStyles } from './parts.tsx';
import { useAction } from './useAction.ts';
import { errorText } from '../../domain/errorText.ts';

const TARGETS: readonly ReconTarget[] = [
  RECON_STATUS.approved,
  RECON_STATUS.rejected,
  RECON_STATUS.deleted,
  RECON_STATUS.paid,
];
const PAGE = 200;

/** Orders that an earlier release cached for offline use have no version. */
const seenVersion = ({ version }: { version?: number }): number => version ?? 0;

type ChangeStatusProps = ListDialogProps<OrderRow> & {
  /** The orders selected in the list; if omitted, all that match the filters. */
  chosenRows?: readonly OrderRow[];
  /** The initially selected scope. */
  scopeFirst?: 'page' | 'all';
  /** Ids of matching orders to be excluded. */
  except?: readonly number[];
};

/**
 * Sets the status of orders: the selected ones, the first that match the filters, or all that match, as a job (REC-6,
 * REC-10).
 */
export function ChangeStatus({
  filters,
  close,
  refresh,
  chosenRows,
  scopeFirst = 'page',
  except = [],
}: ChangeStatusProps) {
  const styles = useReconStyles();
  const facts = useFactStyles();
  const send = useChange();
  const { notify } = useUi();
  // The scope is not kept: a draft must not extend a change to orders that were not selected this time.
  const entered = useEntered('recon.orders/status', {
    status: RECON_STATUS.approved as ReconTarget,
    remark: '',
    left: [] as readonly number[],
  });
  const { change, draft } = entered;
  const { status, remark } = entered.values;
  const left = new Set(entered.values.left);
  const [scope, setScope] = useState<'page' | 'all'>(scopeFirst);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [begun, setBegun] = useState<ActionRow | null>(null);
  const followed = useAction(begun);
  const read = useAdministration(searchOrders, { ...filters, page_no: 1, page_size: PAGE } as never);
  const rows = chosenRows ?? read.data?.list ?? [];
  const ids = rows.map(({ id }) => id);
  const available = useAdministration(
    filterAvailable,
    ids.length === 0 ? null : { record_ids: ids, status, remark: remark.trim() },
  );
  const why = new Map(available.data?.refused.map(({ id, problem: text }) => [id, text]));
  const may = ids.filter(id => !why.has(id));
  const chosen = may.filter(id => !left.has(id));
  const versionOf = new Map(rows.map(row => [row.id, seenVersion(row)]));
  const total = Math.max(0, (read.data?.total ?? 0) - except.length);
  const which = { filter: filters as never, except: [...except] };
  const matching = useAdministration(matchingOrders, scope === 'all' ? which : null);
  // Only amounts that are shown may get a status.
  const seen = scope === 'all' && !matching.loading ? matching.data : null;
  const apply = async () => {
    setBusy(true);
    setProblem(null);
    try {
      if (scope === 'all') {
        const { total: orders, versions } = seen ?? { total: 0, versions: 0 };
        setBegun(
          await send(changeMatching, { ...which, status, remark: remark.trim(), seen: { total: orders, versions } }),
        );
        draft.end();
        return;
      }
      const done = await send(updateOrderStatus, {
        id_list: chosen,
        status,
        remark: remark.trim(),
        versions: chosen.map(id => versionOf.get(id) ?? 0),
      });
      draft.end();
      if (done.changed > 0)
        notify.success(`Update Successfully: ${countText(done.changed, 'order')} now ${RECON_STATUS_LABELS[status]}`);
      if (done.refused.length > 0)
        notify.warning(`Not changed: ${countText(done.refused.length, 'order')}. ${done.refused[0]?.problem ?? ''}`);
      refresh();
      close();
    } catch (error) {
      setProblem(errorText(error));
      if (scope === 'all') matching.reload();
    } finally {
      setBusy(false);
    }
  };
  const leave = () => {
    refresh();
    close();
  };
  if (followed.action)
    return (
      <InfoDialog title={`Change status to ${RECON_STATUS_LABELS[status]}`} wide onClose={leave}>
        <ActionProgress action={followed.action} problem={followed.problem} />
      </InfoDialog>
    );
  return (
    <EnteredDialog
      title="Change status"
      busy={busy}
      applying={busy}
      entered={entered}
      onClose={leave}
      actions={
        <Button
          appearance="primary"
          disabled={busy || (scope === 'page' ? chosen.length === 0 : (seen?.total ?? 0) === 0)}
          onClick={() => void apply()}
        >
          {scope === 'all'
            ? `Apply to all ${formatCount(seen?.total ?? total)}`
            : `Apply to ${formatCount(chosen.length)}`}
        </Button>
      }
    >
      <div className={styles.column}>
        <div className={styles.bar}>
          <LabelledField label="New status">
            {id => (
              <Select
                id={id}
                value={String(status)}
                onChange={(_, data) => change({ status: Number(data.value) as ReconTarget })}
              >
                {TARGETS.map(target => (
                  <option key={target} value={target}>
                    {RECON_STATUS_LABELS[target]}
                  </option>
                ))}
              </Select>
            )}
          </LabelledField>
          <RadioGroup
            layout="horizontal"
            aria-label="Orders"
            value={scope}
            onChange={(_, data) => setScope(data.value as 'page' | 'all')}
          >
            <Radio
              value="page"
              label={
                chosenRows
                  ? `The ${formatCount(chosenRows.length)} selected`
                  : `The ${formatCount(Math.min(PAGE, total))} listed below`
              }
            />
            <Radio
              value="all"
              label={`All ${formatCount(total)} matching the filters${except.length === 0 ? '' : ', except those you deselected'}`}
            />
          </RadioGroup>
        </div>
        <LabelledField label="Remark (required to approve a Discrepant order)">
          {id => (
            <Textarea
              id={id}
              rows={2}
              maxLength={500}
              value={remark}
              onChange={(_, data) => change({ remark: data.value })}
            />
          )}
        </LabelledField>
        {problem !== null && <ProblemText>{problem}</ProblemText>}
        {scope === 'all' ? (
          <>
            <p className={styles.hint}>
              The change runs on the server, and its progress is shown here. Orders that cannot get the status are left
              unchanged and listed with the reason. If an order changes before you apply, nothing is changed.
            </p>
            <ReconBody read={matching}>
              {({ amounts }) => (
                <table className={facts.table} aria-label="Amounts of the matching orders">
                  <FactHead
                    labels={['Currency', 'Orders', 'Billed', 'Difference']}
                    numbers={['Orders', 'Billed', 'Difference']}
                  />
                  <tbody>
                    {amounts.map(({ currency, orders, billed, difference }) => (
                      <tr key={currency}>
                        <td className={facts.cell}>{currency || 'Several'}</td>
                        <td className={mergeClasses(facts.cell, styles.number)}>{formatCount(orders)}</td>
                        <MoneyCell amount={billed} currency={currency} className={facts.cell} />
                        <MoneyCell amount={difference} currency={currency} signed className={facts.cell} />
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
            </ReconBody>
          </>
        ) : (
          <ReconBody read={read}>
            {() =>
              rows.length === 0 ? (
                <p className={styles.hint}>No order matches the filters.</p>
              ) : (
                <div className={styles.scroll}>
                  {available.loading && <Spinner size="tiny" label="Checking which orders can change" />}
                  <table className={facts.table} aria-label="Matching orders">
                    <FactHead
                      labels={['Choose', 'Tracking', 'Bill', 'Status', 'Difference', 'Why not']}
                      numbers={['Difference']}
                    />
                    <tbody>
                      {rows.map(row => (
                        <tr key={row.id}>
                          <td className={facts.cell}>
                            <Checkbox
                              aria-label={`Choose ${row.tracking || row.reference}`}
                              checked={!why.has(row.id) && !left.has(row.id)}
                              disabled={why.has(row.id)}
                              onChange={(_, { checked }) => {
                                const next = new Set(left);
                                if (checked === true) next.delete(row.id);
                                else next.add(row.id);
                                change({ left: [...next] });
                              }}
                            />
                          </td>
                          <td className={facts.cell}>{row.tracking || row.reference}</td>
                          <td className={facts.cell}>{row.bill_no}</td>
                          <td className={facts.cell}>
                            <StatusTag status={row.status} />
                          </td>
                          <MoneyCell amount={row.difference} currency={row.currency} signed className={facts.cell} />
                          <td className={facts.cell}>{why.get(row.id) ?? ''}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              )
            }
          </ReconBody>
        )}
      </div>
    </EnteredDialog>
  );
}
