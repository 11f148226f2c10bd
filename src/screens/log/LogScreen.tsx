import { useCallback, useMemo } from 'react';
import { useSearch } from '@tanstack/react-router';
import type { Row } from '../../sync/types.ts';
import { RoutedList } from '../shared/RoutedList.tsx';
import { readLogSearch, unreadLogSearch } from './logSource.ts';
import { logScreen } from './logDefinition.tsx';

/** The page shared by all log routes. `code` is the route's feature, for URLs that do not specify one. */
export function LogScreen({ code = null }: { code?: string | null }) {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const { channel, '3pl': tpl, code: asked } = search;
  const filters = useMemo(() => readLogSearch({ channel, '3pl': tpl, code: asked }, code), [channel, tpl, asked, code]);
  const definition = useMemo(() => logScreen(filters.code, tpl !== undefined, filters), [filters, tpl]);
  const toCall = useCallback((applied: Row) => ({ ...applied, ...filters }), [filters]);
  const unread = useMemo(() => unreadLogSearch({ channel, '3pl': tpl }), [channel, tpl]);
  return <RoutedList definition={definition} toCall={toCall} unread={unread} />;
}
