import { HistoryRegular } from '@fluentui/react-icons';
import { useUi } from '../../ui/UiContext.ts';
import { PageButton } from './PageButton.tsx';

interface HistoryButtonProps {
  /** Path of the page below which the log is opened. */
  path: string;
  /** Feature whose operations are listed, and whose read permission is required. */
  code: string;
}

/** Links a page without a bar of operations to its log (SHELL-10); shown only with the read permission. */
export function HistoryButton({ path, code }: HistoryButtonProps) {
  const { can } = useUi();
  if (!can(`${code}.read`)) return null;
  return (
    <PageButton appearance="subtle" icon={<HistoryRegular />} href={`${path}/log?code=${code}`}>
      Operation History
    </PageButton>
  );
}
