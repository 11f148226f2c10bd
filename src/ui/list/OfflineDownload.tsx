import { Button } from '@fluentui/react-components';
import { Described } from '../Described.tsx';
import type { OfflineDownloadProps } from './definition.ts';

/** Why this device cannot make a download right now; empty while that is being determined. */
export function OfflineDownload({
  label,
  icon,
  reason = '',
}: Pick<OfflineDownloadProps, 'label' | 'icon'> & { reason?: string }) {
  const button = (
    <Button {...(icon ? { icon } : {})} disabledFocusable>
      {label}
    </Button>
  );
  return reason === '' ? button : <Described text={reason}>{button}</Described>;
}
