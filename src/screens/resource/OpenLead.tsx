import { useEffect } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Row } from '../../sync/types.ts';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import type { RowLead } from './screen.tsx';

/** Navigates to a row's page as soon as requested. */
export function OpenLead({ item, close, lead }: ListDialogProps<Row> & { lead: RowLead }) {
  const navigate = useNavigate();
  useEffect(() => {
    close();
    if (item) void navigate({ href: lead.href(item.row) });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the action is chosen
  }, []);
  return null;
}
