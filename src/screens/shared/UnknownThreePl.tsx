import type { ReactNode } from 'react';
import { COUNTRIES } from '../../domain/country.ts';
import type { Filters } from '../../domain/listQuery.ts';
import { useOwners } from '../../sync/hooks/useChannels.ts';
import type { Misfit } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';

interface UnknownThreePlProps {
  filters: Filters;
  children: (misfit: Misfit | null) => ReactNode;
}

/** Says that the 3PL in the URL does not exist in this country, e.g. after following a colleague's link. */
export function UnknownThreePl({ filters, children }: UnknownThreePlProps) {
  const owners = useOwners('3pl');
  const { entity } = useUi();
  const { threePlId } = filters;
  const unknown = typeof threePlId === 'number' && owners !== undefined && !owners.some(({ id }) => id === threePlId);
  return children(unknown ? { title: `${COUNTRIES[entity].atStart} has no 3PL ${threePlId}` } : null);
}
