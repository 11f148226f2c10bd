import { useId, useMemo, useState } from 'react';
import { Button, Checkbox, Input, makeStyles, tokens } from '@fluentui/react-components';
import { CopyArrowRightRegular } from '@fluentui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import { keyOf, labelOf } from '../../../contract/resource.ts';
import { channelConfig } from '../../../contract/resources/channelConfig.ts';
import { channelTypeText, LIVE_CONFIRMATION } from '../../../domain/channelConfig/channel.ts';
import { fold } from '../../../domain/fold.ts';
import { formatCount } from '../../../domain/format.ts';
import { queueBulk } from '../../../sync/actions/bulk.ts';
import { useList } from '../../../sync/hooks/useList.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { useWaitingBulks } from '../../../sync/hooks/useWaitingBulks.ts';
import type { Row } from '../../../sync/types.ts';
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
import { changedIn, channels, copyTitle, planCopy, planText, withWaiting } from './plan.ts';
import { TargetPreview } from './TargetPreview.tsx';
import { useAddressState, type AddressState } from '../../shared/useAddressState.ts';

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    maxWidth: '800px',
  },
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
    gap: tokens.spacingHorizontalXXL,
    alignItems: 'start',
    '@media (max-width: 899px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
  part: { minWidth: 0, margin: 0, padding: 0, border: 'none' },
  heading: {
    margin: `0 0 ${tokens.spacingVerticalXS}`,
    padding: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  boxes: { display: 'flex', flexDirection: 'column' },
  filters: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    marginBottom: tokens.spacingVerticalXS,
  },
  search: { flex: '1 1 180px', minWidth: 0 },
  targets: {
    maxHeight: '46vh',
    overflowY: 'auto',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    marginTop: tokens.spacingVerticalXS,
  },
  lines: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, overflowWrap: 'anywhere' },
  end: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    marginTop: tokens.spacingVerticalM,
  },
});

/** Number of channels and previews shown initially, and added by each press of "Show more". */
const STEP = 100;
const PREVIEWS = 20;

const matches = (row: Row, words: readonly string[]): boolean => {
  const text = fold(
    `${String(row['channelId'])} ${String(row['channelName'])} ${String(row['display_name'])} ${channelTypeText(Number(row['channel_type']))}`,
  );
  return words.every(word => text.includes(word));
};

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
  const styles = useStyles();
  const page = useChannelPageStyles();
  const id = useId();
  const { client, entity } = useSync();
  const { can, online } = useUi();
  const [search, putPart] = useAddressState();
  const navigate = useNavigate();
  const written = useBulkWritten();
  const list = useList(CHANNELS, {}, 1, CHANNELS_MOST);
  const waiting = useWaitingBulks(channelConfig.id);
  const groups = useMemo(() => copiedGroups(entity), [entity]);
  const group = groups.find(own => own.id === search['group']) ?? groups.find(own => own.id === 'cod') ?? groups[0];
  const from = positiveNumber(search['from']);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(readIds(search['to'])));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [text, setText] = useState('');
  const [country, setCountry] = useState('');
  const [shown, setShown] = useState(STEP);
  const [previews, setPreviews] = useState(PREVIEWS);
  const [asking, setAsking] = useState(false);
  const put = (part: AddressState) => putPart({ to: undefined, ...part });

  const isKnown = list.status === 'ready';
  const { rows } = list;
  const source = isKnown ? (rows.find(({ row }) => row['channelId'] === from)?.row ?? null) : null;
  const names = useMemo(() => group?.fields.filter(name => !left.has(name)) ?? [], [group, left]);
  const others = useMemo(() => rows.filter(({ row }) => row['channelId'] !== from), [rows, from]);
  const words = fold(text.trim()).split(/\s+/).filter(Boolean);
  const found = others.filter(({ row }) => (country === '' || row['from_country'] === country) && matches(row, words));
  const countries = [...new Set(others.map(({ row }) => String(row['from_country'])))].toSorted();
  const targets = useMemo(() => others.filter(({ row }) => chosen.has(Number(row['channelId']))), [others, chosen]);
  const plan = useMemo(
    () => (source && names.length > 0 ? planCopy(names, source, targets, waiting, entity) : null),
    [source, names, targets, waiting, entity],
  );
  const changing = plan?.targets.filter(({ is }) => is === 'changes') ?? [];
  // Targets that need a decision are listed first.
  const ordered = plan?.targets.toSorted((a, b) => ORDER[a.is] - ORDER[b.is]) ?? [];
  const choose = (ids: readonly number[], on: boolean) =>
    setChosen(before => {
      const next = new Set(before);
      for (const own of ids)
        if (on) next.add(own);
        else next.delete(own);
      return next;
    });
  const foundIds = found.map(({ row }) => Number(row['channelId']));
  const foundChosen = foundIds.filter(own => chosen.has(own)).length;
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
    setChosen(new Set());
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
      <PageHeader title="Copy Settings" />
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
              setLeft(new Set());
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
            <fieldset className={styles.part}>
              <legend className={styles.heading}>Settings to copy</legend>
              <div className={styles.boxes}>
                {group.fields.map(name => (
                  <Checkbox
                    key={name}
                    checked={!left.has(name)}
                    label={`${labelOf(channelConfig, name)}: ${settingWords(name, withWaiting(source, waiting)[name])}`}
                    onChange={(_, { checked }) =>
                      setLeft(before => {
                        const next = new Set(before);
                        if (checked === true) next.delete(name);
                        else next.add(name);
                        return next;
                      })
                    }
                  />
                ))}
              </div>
              {names.length === 0 && <p className={page.note}>Choose at least one setting.</p>}
            </fieldset>
            <fieldset className={styles.part}>
              <legend className={styles.heading}>Target channels</legend>
              <div className={styles.filters}>
                <Input
                  className={styles.search}
                  value={text}
                  placeholder="Search by ID, name or type"
                  aria-label="Search channels"
                  onChange={(_, data) => setText(data.value)}
                />
                <PlainSelect label="From Country" value={country} onChange={setCountry}>
                  <option value="">Any from-country</option>
                  {countries.map(code => (
                    <option key={code} value={code}>
                      {code}
                    </option>
                  ))}
                </PlainSelect>
              </div>
              <div className={styles.targets}>
                {found.length > 0 && (
                  <Checkbox
                    label={`All ${formatCount(found.length)} listed (${formatCount(foundChosen)} chosen)`}
                    checked={foundChosen === 0 ? false : foundChosen === found.length ? true : 'mixed'}
                    onChange={(_, { checked }) => choose(foundIds, checked === true)}
                  />
                )}
                <div className={styles.boxes}>
                  {found.slice(0, shown).map(({ key, row }) => (
                    <Checkbox
                      key={key}
                      label={`${String(row['channelId'])} ${String(row['channelName'])}, ${String(row['from_country'])}`}
                      checked={chosen.has(Number(row['channelId']))}
                      onChange={(_, { checked }) => choose([Number(row['channelId'])], checked === true)}
                    />
                  ))}
                </div>
                {found.length > shown && (
                  <Button size="small" appearance="subtle" onClick={() => setShown(shown + STEP)}>
                    {`Show more of ${formatCount(found.length)}`}
                  </Button>
                )}
                {found.length === 0 && (
                  <EmptyState
                    title={others.length === 0 ? 'This country has no other channel' : 'No channel matches'}
                    {...(others.length === 0 ? {} : { hint: 'Clear the search or the from-country.' })}
                  />
                )}
              </div>
              <div className={styles.line}>
                <span className={page.note}>{`${formatCount(targets.length)} chosen`}</span>
                {targets.length > 0 && (
                  <Button size="small" appearance="subtle" onClick={() => setChosen(new Set())}>
                    Clear
                  </Button>
                )}
              </div>
            </fieldset>
          </div>
          <section className={styles.part} aria-label="Preview">
            <h2 className={styles.heading}>Preview</h2>
            {targets.length === 0 ? (
              <p className={page.note}>Choose target channels to preview what changes in each of them.</p>
            ) : (
              plan && (
                <>
                  <p className={page.text} aria-live="polite">
                    {planText(plan)}
                  </p>
                  <div className={styles.end}>
                    <Button
                      appearance="primary"
                      disabledFocusable={changing.length === 0}
                      onClick={() => changing.length > 0 && setAsking(true)}
                    >
                      {changing.length === 0 ? 'Nothing to copy' : `Copy to ${channels(changing.length)}`}
                    </Button>
                    <span className={page.note}>Logged as one change; you can undo it.</span>
                  </div>
                  <div className={styles.end}>
                    <div className={styles.column} style={{ gap: 0, flexGrow: 1 }}>
                      {ordered.slice(0, previews).map(target => (
                        <TargetPreview key={target.key} plan={target} set={plan.set} />
                      ))}
                    </div>
                  </div>
                  {ordered.length > previews && (
                    <Button size="small" onClick={() => setPreviews(previews + STEP)}>
                      {`Show more of ${formatCount(ordered.length)}`}
                    </Button>
                  )}
                </>
              )
            )}
          </section>
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

const ORDER = { forbidden: 0, busy: 1, changes: 2, equal: 3 } as const;
