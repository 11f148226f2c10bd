import { useEffect, useState } from 'react';
import { listRoles, type RoleRow } from '../../contract/admin.ts';
import { errorText } from '../../domain/errorText.ts';
import { administer } from '../../sync/actions/administer.ts';
import { useSync } from '../../sync/hooks/useSync.ts';

/** Interval in ms after which lists that could not be loaded are requested again. */
const AGAIN_MILLIS = 3_000;

/**
 * The roles of entities that are chosen in a form. A list that could not be loaded is requested again while the form is
 * open, because otherwise only choosing the entity again, or closing the form, would do so.
 * @returns `problem`: why a list is missing; null if none is, or if it is still being loaded
 */
export function useRoles(entityIds: readonly number[]): { roles: readonly RoleRow[]; problem: string | null } {
  const { client, entity } = useSync();
  const [roles, setRoles] = useState<ReadonlyMap<number, readonly RoleRow[]>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const missing = entityIds.filter(id => !roles.has(id)).join(',');
  useEffect(() => {
    if (missing === '') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const load = (id: number): Promise<void> =>
      administer(client, entity, listRoles, { id }).then(({ list }) => setRoles(was => new Map(was).set(id, list)));
    const loadAll = async (): Promise<void> => {
      try {
        await Promise.all(missing.split(',').map(id => load(Number(id))));
        setProblem(null);
      } catch (error) {
        if (left) return;
        setProblem(errorText(error));
        timer = setTimeout(() => void loadAll(), AGAIN_MILLIS);
      }
    };
    void loadAll();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [client, entity, missing]);
  return { roles: entityIds.flatMap(id => roles.get(id) ?? []), problem: missing === '' ? null : problem };
}
