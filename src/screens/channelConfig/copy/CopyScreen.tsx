import { useId, useMemo, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { CopyArrowRightRegular } from '@fluentui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import { keyOf, labelOf } from '../../../contract/resource.ts';
import { channelConfig } from '../../../contract/resources/channelConfig.ts';
import { LIVE_CONFIRMATION } from '../../../domain/channelConfig/channel.ts';
import { queueBulk } from '../../../sync/actions/bulk.ts';
import { useList } from '../../../sync/hooks/useList.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { useWaitingBulks } from '../../../sync/hooks/useWaitingBulks.ts';
import { DraftNotes } from '../../../ui/form/DraftNotes.tsx';
import { useEntered } from '../../../ui/form/useEntered.ts';
import { OwnerSelect } from '../../../ui/OwnerSelect.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PlainSelect } from '../../../ui/PlainSelect.tsx';
import { useUi } from '../../../ui/UiContext.ts';
import { useBulkWritten } from '../../shared/bulk/useBulkWritten.ts';
import { ChannelsState, useChannelPageStyles } from '../ChannelPage.tsx';
import { settingWords } from '../Differences.tsx';
import { actionOf, CHANNELS, CHANNELS_MOST, copiedGroups, positiveNumber } from '../groups.ts';
import { compareHref } from '../links.ts';
import { CopyPreview } from './CopyPreview.tsx';
import { useCopyStyles } from './copyStyles.ts';
import { changedIn, channels, copyTitle, planCopy, planText, withWaiting } from './plan.ts';
import { SettingsPicker } from './SettingsPicker.tsx';
import { TargetsPicker } from './TargetsPicker.tsx';
import { useAddressState } from '../../shared/useAddressState.ts';
import { HistoryButton } from '../../shared/HistoryButton.tsx';

const readIds = (value: unknown): number[] =>
  String(value ?? '')
    .split(',')
    .map(positiveNumber)
    .filter(id => id !== null);

/**
 * Copies a group of one channel's settings to other channels: previews each target setting by setting, and applies the
 * copy as one operation that can be undone.
 */
export function CopyScreen() {
  const styles = useCopyStyles();
  const page = useChannelPageStyles();
  const id = useId();
  const { client, entity } = useSync();
  const { can, online } = useUi();
  const [search, put] = useAddressState();
  const navigate = useNavigate();
  const written = useBulkWritten();
  const list = useList(CHANNELS, {}, 1, CHANNELS_MOST);
  const waiting = useWaitingBulks(channelConfig.id);
  const groups = useMemo(() => copiedGroups(entity), [entity]);
  const group = groups.find(own => own.id === search['group']) ?? groups.find(own => own.id === 'cod') ?? groups[0];
  const from = positiveNumber(search['from']);
  // A selection of the list has a draft of its own, so that it begins with these channels.
  const given = useMemo(() => readIds(search['to']), [search]);
  const entered = useEntered(`channelConfigs/copy/${given.join()}`, { to: given, left: [] as string[] });
  const { change, draft } = entered;
  const { to, left: leftOut } = entered.values;
  const chosen = useMemo(() => new Set(to), [to]);
  const left = useMemo(() => new Set(leftOut), [leftOut]);
  const onChosen = (next: (before: ReadonlySet<number>) => ReadonlySet<number>) =>
    change(now => ({ to: [...next(new Set(now.to))] }));
  const onLeft = (next: (before: ReadonlySet<string>) => ReadonlySet<string>) =>
    change(now => ({ left: [...next(new Set(now.left))] }));
  const [asking, setAsking] = useState(false);

  const isKnown = list.status === 'ready';
  const { rows } = list;
  const source = isKnown ? (rows.find(({ row }) => row['channelId'] === from)?.row ?? null) : null;
  const names = useMemo(() => group?.fields.filter(name => !left.has(name)) ?? [], [group, left]);
  const others = useMemo(() => rows.filter(({ row }) => row['channelId'] !== from), [rows, from]);
  const targets = useMemo(() => others.filter(({ row }) => chosen.has(Number(row['channelId']))), [others, chosen]);
  const plan = useMemo(
    () => (source && names.length > 0 ? planCopy(names, source, targets, waiting, entity) : null),
    [source, names, targets, waiting, entity],
  );
  const changing = plan?.targets.filter(({ is }) => is === 'changes') ?? [];
  const title = group && from !== null ? copyTitle(group.label, from, changing.length) : '';

  const apply = async () => {
    if (!plan || !group || changing.length === 0) return;
    const copied = await queueBulk(
      client,
      channelConfig,
      entity,
      { set: plan.set, action: actionOf(group.id), from: keyOf(channelConfig, { country: entity, channelId: from }) },
      {
        lines: changing.map(({ line }) => line),
        title,
        fileName: `Copy ${group.label} of channel ${String(from)}`,
      },
    );
    setAsking(false);
    written(copied);
    change({ to: [] });
    draft.goOn({ to: [], left: leftOut });
    put({ to: undefined });
  };

  if (!can(`${channelConfig.feature}.write`)) {
    return (
      <div className={page.root}>
        <PageHeader title="Copy Settings" />
        <EmptyState
          title="You can view channels but not change them"
          hint="Ask an administrator for the right to change Channel Config (Integrated)."
        >
          <Button
            onClick={() => void navigate({ href: compareHref(from === null ? null : { channelId: from }, null) })}
          >
            Compare instead
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={page.root}>
      <PageHeader title="Copy Settings">
        <HistoryButton path={channelConfig.page.path} code={channelConfig.feature} />
      </PageHeader>
      <DraftNotes draft={draft} disabled={false} />
      <div className={styles.form}>
        <div className={page.field}>
          <label className={page.label} htmlFor={id}>
            From channel
          </label>
          <OwnerSelect
            id={id}
            label="From channel"
            owners={
              isKnown
                ? rows.map(({ row }) => ({ id: Number(row['channelId']), name: String(row['channelName']) }))
                : undefined
            }
            value={from}
            onChange={value => put({ from: typeof value === 'number' ? value : undefined })}
          />
        </div>
        <div className={page.field}>
          <span className={page.label} aria-hidden>
            Settings group
          </span>
          <PlainSelect
            label="Settings group"
            value={group?.id ?? ''}
            onChange={value => {
              change({ left: [] });
              put({ group: value });
            }}
          >
            {groups.map(({ id: own, label }) => (
              <option key={own} value={own}>
                {label}
              </option>
            ))}
          </PlainSelect>
        </div>
      </div>
      <ChannelsState list={list} />
      {isKnown && source === null && (
        <EmptyState
          icon={<CopyArrowRightRegular />}
          title={
            from === null ? 'Choose the channel to copy settings from' : `There is no channel ${from} in this country`
          }
          hint="Then choose the settings and the channels to copy them to. Nothing changes until you have reviewed the preview."
        />
      )}
      {source && group && (
        <div className={styles.columns}>
          <div className={styles.column}>
            <SettingsPicker fields={group.fields} source={withWaiting(source, waiting)} left={left} onLeft={onLeft} />
            <TargetsPicker others={others} chosen={chosen} onChosen={onChosen} />
          </div>
          <CopyPreview plan={plan} isEmpty={targets.length === 0} onApply={() => setAsking(true)} />
        </div>
      )}
      {asking && plan && (
        <ConfirmDialog title={LIVE_CONFIRMATION} onConfirm={apply} onCancel={() => setAsking(false)}>
          <p>{`${title}:`}</p>
          <ul className={styles.lines}>
            {changedIn(plan).map(({ name, to, count }) => (
              <li key={name}>
                {`${labelOf(channelConfig, name)} becomes ${settingWords(name, to)} in ${channels(count)}`}
              </li>
            ))}
          </ul>
          <p>{`${planText(plan)}. Channels that someone else changes before this is applied are skipped and listed for you.`}</p>
          {!online && (
            <p>
              The server cannot be reached. The copy is saved on this device and sent when the server can be reached
              again.
            </p>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}
