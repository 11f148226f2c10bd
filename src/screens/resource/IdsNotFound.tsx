import { useEffect, useMemo, useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { labelOf, takesMany, type Resource } from '../../contract/resource.ts';
import { fold } from '../../domain/fold.ts';
import { formatCount } from '../../domain/format.ts';
import type { Filters } from '../../domain/listQuery.ts';
import { idsNotFound } from '../../domain/manyIds.ts';
import { rowsOfIds } from '../../sync/actions/idsFound.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { useLinkStyles } from '../../ui/linkStyles.ts';
import { useUi } from '../../ui/UiContext.ts';
import { sourceOf } from './source.ts';

/** Maximum number of ids listed; the copy button copies all of them. */
const NAMED = 5;

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'baseline',
    gap: tokens.spacingHorizontalS,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorStatusWarningForeground3,
    fontVariantNumeric: 'tabular-nums',
    '@media print': { display: 'none' },
  },
  text: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

interface IdsNotFoundProps {
  resource: Resource;
  /** Id of the list. */
  id: string;
  filters: Filters;
}

/** The filter that contains a column of ids; undefined if no filter does. */
const withIds = (resource: Resource, filters: Filters) =>
  Object.entries(resource.filters).find(
    ([name, filter]) => takesMany(resource, name, filter) && Array.isArray(filters[name]),
  );

/** Lists the ids of a pasted column that no record in the list has, regardless of what other filters hide. */
export function IdsNotFound({ resource, id, filters }: IdsNotFoundProps) {
  const styles = useStyles();
  const links = useLinkStyles();
  const { client, entity } = useSync();
  const { notify } = useUi();
  const [name, filter] = withIds(resource, filters) ?? [];
  const field = filter?.in?.[0] ?? name ?? '';
  const source = useMemo(() => sourceOf(resource, id), [resource, id]);
  // Filters that select the list are kept; an id hidden by filters that merely narrow the list does not count as
  // unknown.
  const question = JSON.stringify(
    Object.fromEntries(
      Object.entries(filters).filter(([key]) => {
        const { is } = resource.filters[key] ?? {};
        return key === name || is === 'owner' || (is === 'equal' && resource.fields[key]?.kind === 'choice');
      }),
    ),
  );
  const [missing, setMissing] = useState<{ question: string; ids: readonly (string | number)[] } | null>(null);
  useEffect(() => {
    if (name === undefined) return undefined;
    let here = true;
    const asked = JSON.parse(question) as Row;
    const same = (one: unknown) => fold(String(one));
    void rowsOfIds(client, entity, source, asked)
      .catch(() => null)
      .then(rows => {
        if (!here || !rows) return;
        const found = new Set(rows.map(row => same(row[field])));
        setMissing({ question, ids: idsNotFound(asked[name] as (string | number)[], found, same) });
      });
    return () => {
      here = false;
    };
  }, [client, entity, source, name, field, question]);

  if (name === undefined || missing?.question !== question || missing.ids.length === 0) return null;
  const { ids } = missing;
  const total = (filters[name] as readonly unknown[]).length;
  const more = ids.length > NAMED ? ` and ${formatCount(ids.length - NAMED)} more` : '';
  const label = filter?.label ?? labelOf(resource, field);
  const copy = async () => {
    await navigator.clipboard.writeText(ids.join('\n'));
    notify.success(`Copied ${ids.length === 1 ? '1 ID' : `${formatCount(ids.length)} IDs`}`);
  };
  return (
    <div className={styles.root}>
      <output className={styles.text} title={ids.join(', ')}>
        {`${label}: ${formatCount(ids.length)} of ${formatCount(total)} not found: ${ids.slice(0, NAMED).join(', ')}${more}`}
      </output>
      <button
        type="button"
        className={links.link}
        onClick={() =>
          void copy().catch(() =>
            notify.error(
              'The browser does not let this page use the clipboard. Allow it in the settings of this site, then copy again.',
            ),
          )
        }
      >
        Copy them
      </button>
    </div>
  );
}
