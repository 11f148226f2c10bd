import { useState } from 'react';
import { Button, Text, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular, ArrowUploadRegular } from '@fluentui/react-icons';
import { importById } from '../../contract/imports/registry.ts';
import { importId, labelOf } from '../../contract/resource.ts';
import { RESOURCE_CALLS } from '../../contract/resources/calls.ts';
import {
  CHANNEL_GROUPS,
  channelConfig,
  SETTING_GROUPS,
  type ChannelGroup,
} from '../../contract/resources/channelConfig.ts';
import { CHANNEL_GROUP_SHEETS } from '../../contract/resources/channelConfigSheets.ts';
import { downloadUrl } from '../../sync/hooks/downloadUrl.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import type { DownloadForm, ListDialogProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { ResourceFetch } from '../resource/ResourceExport.tsx';
import { exportInput } from '../resource/exportInput.ts';
import { ImportDialog } from '../shared/imports/ImportDialog.tsx';
import { settingsOf } from './settingNames.ts';

const useStyles = makeStyles({
  lead: { marginTop: 0, color: tokens.colorNeutralForeground2 },
  groups: { listStyle: 'none', margin: 0, padding: 0 },
  group: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXS,
    paddingBlock: tokens.spacingVerticalS,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  words: { display: 'flex', flexDirection: 'column', flex: '1 1 220px', minWidth: 0 },
  settings: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  acts: { display: 'inline-flex', columnGap: tokens.spacingHorizontalXS, flexWrap: 'wrap' },
});

/** Exports a group: the file has the columns of the group's sheet, so that it can be imported again unchanged. */
const formOf = (group: ChannelGroup): DownloadForm => ({
  format: 'xlsx',
  columns: CHANNEL_GROUP_SHEETS.find(({ part }) => part === group)?.columns ?? null,
});

/**
 * Files of channel settings, one group at a time (G81): an export of the listed channels, and an import that changes
 * only this group's settings.
 */
export function GroupFiles({ filters, close }: ListDialogProps<Row>) {
  const styles = useStyles();
  const { entity } = useSync();
  const { can } = useUi();
  const [importing, setImporting] = useState<ChannelGroup | null>(null);
  const [exporting, setExporting] = useState<ChannelGroup | null>(null);
  const declaration = importing && importById(importId(channelConfig, importing));
  if (declaration) return <ImportDialog declaration={declaration} close={close} />;
  const call = { ...RESOURCE_CALLS.channelConfigs.export, method: 'GET' as const };
  const narrowed = Object.keys(filters).length > 0;
  return (
    <InfoDialog title="Settings by Group" onClose={close} wide>
      <p className={styles.lead}>
        An export contains the {narrowed ? 'channels that match the filters' : 'channels of the list'}. An import
        changes only the settings of its group; it is compared with the current settings before anything is changed.
      </p>
      <ul className={styles.groups}>
        {SETTING_GROUPS.map(group => {
          const { label } = CHANNEL_GROUPS[group];
          const form = formOf(group);
          return (
            <li key={group} className={styles.group}>
              <span className={styles.words}>
                <Text weight="semibold">{label}</Text>
                <span className={styles.settings}>
                  {settingsOf(group, entity)
                    .map(name => labelOf(channelConfig, name))
                    .join(', ')}
                </span>
              </span>
              <span className={styles.acts}>
                <Button
                  size="small"
                  icon={<ArrowDownloadRegular />}
                  aria-label={`Export ${label} settings`}
                  disabledFocusable={exporting !== null}
                  onClick={() => setExporting(group)}
                >
                  Export
                </Button>
                {can(`${channelConfig.feature}.write`) && (
                  <Button
                    size="small"
                    icon={<ArrowUploadRegular />}
                    aria-label={`Import ${label} settings`}
                    onClick={() => setImporting(group)}
                  >
                    Import
                  </Button>
                )}
              </span>
              {exporting === group && (
                <ResourceFetch
                  href={downloadUrl(call, { ...filters, ...exportInput(form) }, entity)}
                  form={form}
                  selected={filters}
                  label={label}
                  resource={channelConfig}
                  close={() => setExporting(null)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </InfoDialog>
  );
}
