import { Button } from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import type { HistoryLead } from './openHistory.ts';

interface LeadButtonProps {
  lead: HistoryLead;
  recordKey: string;
  version: number;
  className: string;
}

/** Links a write in a record's history to a page about that write. */
export function LeadButton({ lead, recordKey, version, className }: LeadButtonProps) {
  const navigate = useNavigate();
  return (
    <Button
      size="small"
      appearance="subtle"
      className={className}
      onClick={() => void navigate({ href: lead.href(recordKey, version) })}
    >
      {lead.label}
    </Button>
  );
}
