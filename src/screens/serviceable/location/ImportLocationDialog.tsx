import type { ChannelLocationRow } from '../../../contract/channelLocation.ts';
import { channelLocationImport } from '../../../contract/imports/channelLocation.ts';
import type { ListDialogProps } from '../../../ui/list/definition.ts';
import { ImportDialog } from '../../shared/imports/ImportDialog.tsx';

/** Imports serviceable locations from spreadsheets (SAL-18, SAL-23). */
export function ImportLocationDialog({ close }: ListDialogProps<ChannelLocationRow>) {
  return <ImportDialog declaration={channelLocationImport} close={close} />;
}
