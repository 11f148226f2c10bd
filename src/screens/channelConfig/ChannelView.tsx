import { useContext } from 'react';
import { Button, Title3, makeStyles, tokens } from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import { labelOf } from '../../contract/resource.ts';
import { CHANNEL_GROUPS, channelConfig, type ChannelGroup } from '../../contract/resources/channelConfig.ts';
import { hasWmsLocation } from '../../domain/channelConfig/channel.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { SettingValue } from './Differences.tsx';
import { settingsOf } from './settingNames.ts';
import { copyHref } from './links.ts';
import { PartsContext } from './parts.tsx';

const useStyles = makeStyles({
  facts: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 220px) minmax(0, 1fr)',
    // Most settings are a word or a number, so on a phone the names get more room than the values, but no more than
    // half.
    '@media (max-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalXS,
    margin: 0,
  },
  term: { color: tokens.colorNeutralForeground2 },
  fact: { margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  heading: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    marginTop: tokens.spacingVerticalL,
    marginBottom: tokens.spacingVerticalXS,
  },
  title: { fontSize: tokens.fontSizeBase300 },
  buttons: { display: 'flex', columnGap: tokens.spacingHorizontalXS },
});

function Facts({ names, row }: { names: readonly string[]; row: Row }) {
  const styles = useStyles();
  return (
    <dl className={styles.facts}>
      {names.map(name => (
        <div key={name} style={{ display: 'contents' }}>
          <dt className={styles.term}>{labelOf(channelConfig, name)}</dt>
          <dd className={styles.fact}>
            <SettingValue name={name} value={row[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows one group of a channel's settings (CHC-5, CHC-7). */
export function GroupView({ group, row, close }: { group: ChannelGroup; row: Row; close: () => void }) {
  const { entity } = useSync();
  return (
    <InfoDialog title={`View ${CHANNEL_GROUPS[group].label}`} onClose={close}>
      <Facts names={['channelId', 'channelName', ...settingsOf(group, entity)]} row={row} />
    </InfoDialog>
  );
}

/** Shows a channel with all of its settings; each group can be edited from here, even on a phone (CHC-7). */
export function ChannelView({ row, close }: { row: Row; close: () => void }) {
  const styles = useStyles();
  const { entity } = useSync();
  const { can } = useUi();
  const { open } = useContext(PartsContext);
  const navigate = useNavigate();
  const own = channelConfig.edit.filter(
    name => name !== 'warehouse_location' || hasWmsLocation(Number(row['channel_tag'])),
  );
  const groups = (Object.keys(CHANNEL_GROUPS) as ChannelGroup[]).filter(group => group !== 'maintenance');
  return (
    <InfoDialog title="View Channel" onClose={close} wide>
      <Facts names={['channelId', ...own, 'country', 'maintenance']} row={row} />
      {groups.map(group => (
        <section key={group} aria-label={CHANNEL_GROUPS[group].label}>
          <div className={styles.heading}>
            <Title3 as="h3" className={styles.title}>
              {CHANNEL_GROUPS[group].label}
            </Title3>
            {can(`${channelConfig.feature}.write`) && (
              <span className={styles.buttons}>
                <Button
                  size="small"
                  appearance="subtle"
                  aria-label={`Copy to others: ${CHANNEL_GROUPS[group].label}`}
                  onClick={() => {
                    close();
                    void navigate({ href: copyHref(Number(row['channelId']), [], group) });
                  }}
                >
                  Copy to others
                </Button>
                <Button
                  size="small"
                  aria-label={`Edit ${CHANNEL_GROUPS[group].label}`}
                  onClick={() => {
                    close();
                    open({ kind: 'edit', group, row });
                  }}
                >
                  Edit
                </Button>
              </span>
            )}
          </div>
          <Facts names={settingsOf(group, entity)} row={row} />
        </section>
      ))}
    </InfoDialog>
  );
}
