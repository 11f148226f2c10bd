import { useState } from 'react';
import { Button, mergeClasses } from '@fluentui/react-components';
import { TableAddRegular } from '@fluentui/react-icons';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Family } from '../../contract/rateTable/versions.ts';
import { PARTS } from '../../domain/rates/rows.ts';
import { versionAt } from '../../domain/rates/versions.ts';
import { readInstant } from '../../domain/instant.ts';
import { formatCount, formatTime } from '../../domain/format.ts';
import { writeRateTable } from '../../sync/actions/rateTables.ts';
import { useOwners } from '../../sync/hooks/useChannels.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlainInput } from '../../ui/PlainInput.tsx';
import { PlainSelect } from '../../ui/PlainSelect.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useUi } from '../../ui/UiContext.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { useFactStyles } from '../shared/factStyles.ts';
import { PageLink } from '../shared/PageLink.tsx';
import { FamilyPage, InFamily, useFamily } from './family.tsx';
import { useLooks } from './looks.ts';
import { compareHref, quoteHref, versionHref } from './paths.ts';
import { useVersions } from './useVersions.ts';
import { NameDialog } from './VersionActions.tsx';
import { StateTag, stateNow, versionTitle, windowText } from './versionState.tsx';
import { Age, Waiting } from './Waiting.tsx';

const NUMBERS = ['Fees', 'Rows'];
const HEADS = ['Version', 'State', 'In effect', ...NUMBERS, 'Last change', 'Compare'];

const STATES = ['Draft', 'Submitted', 'Scheduled', 'Active', 'Expired'] as const;

/** The versions of a channel's prices, with the periods in which they apply (RATE-10, RATE-12). */
function ChannelVersions() {
  const styles = useLooks();
  const facts = useFactStyles();
  const { channelId: text = '' } = useParams({ strict: false }) as { channelId?: string };
  const channelId = /^\d{1,12}$/.test(text) ? Number(text) : null;
  const { can, online, timeZone, notify } = useUi();
  const { client, entity } = useSync();
  const { calls, base, feature, family } = useFamily();
  const navigate = useNavigate();
  const now = useNow();
  const read = useVersions(channelId);
  const { versions } = read;
  const channel = useOwners('channel')?.find(({ id }) => id === channelId);
  const [state, setState] = useState('');
  const [at, setAt] = useState('');
  const [creating, setCreating] = useState(false);
  const instant = at.trim() === '' ? null : readInstant(at, timeZone);
  if (channelId === null) return <p className={styles.problem}>"{text}" is not a channel ID.</p>;
  if (!read.data) return <Waiting what="the versions" state={read} />;
  const counted = instant === null ? null : versionAt(versions, instant);
  const shown = versions.filter(
    version =>
      (state === '' || stateNow(version, versions, now) === state) && (instant === null || version.id === counted?.id),
  );
  const active = versions.find(version => stateNow(version, versions, now) === 'Active');
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <h2 className={styles.title}>
          Channel {channelId} {versions[0]?.channelName ?? channel?.name ?? ''}
        </h2>
        <span className={styles.grow} />
        <Age {...read} />
        <PageLink href={quoteHref(base, channelId)}>Quote a parcel</PageLink>
        <PageLink href={`${base}/log?code=${feature}&channel=${channelId}`}>Operation History</PageLink>
        {can(`${feature}.write`) && (
          <Button
            appearance="primary"
            icon={<TableAddRegular />}
            disabled={!online}
            title={online ? undefined : 'The server cannot be reached'}
            onClick={() => setCreating(true)}
          >
            New Draft
          </Button>
        )}
      </div>
      <search className={styles.bar} aria-label="Find a version">
        <PlainSelect label="State" value={state} onChange={setState}>
          <option value="">All states</option>
          {STATES.map(one => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </PlainSelect>
        <PlainInput
          className={styles.search}
          aria-label="In effect at"
          placeholder="In effect at 2026-07-01 00:00"
          value={at}
          aria-invalid={at.trim() !== '' && instant === null}
          onText={setAt}
        />
        {at.trim() !== '' && instant === null && (
          <span className={styles.problem}>Enter a day and a time, such as 2026-07-01 00:00</span>
        )}
        {at.trim() === '' && <span className={styles.note}>Times are in {timeZone}.</span>}
        {instant !== null && counted === null && (
          <span className={styles.note}>No version is in effect at {formatTime(instant, timeZone)}</span>
        )}
      </search>
      {shown.length === 0 ? (
        <EmptyState
          title={versions.length === 0 ? 'This channel has no version yet' : 'No version matches'}
          hint={
            versions.length === 0
              ? can(`${feature}.write`)
                ? 'Create a draft, fill in its zones and fees, and submit it.'
                : 'It has no prices until somebody submits one.'
              : 'Change the state or the time above.'
          }
        />
      ) : (
        <FactTable label="Versions" heads={HEADS} numbers={NUMBERS}>
          {shown.map(version => (
            <tr key={version.id}>
              <td className={facts.cell}>
                <PageLink href={versionHref(base, version.id)}>{versionTitle(version)}</PageLink>{' '}
                {version.demo && <Tag>Demo</Tag>}
                {version.remark !== '' && <div className={styles.quiet}>{version.remark}</div>}
                {version.copyOf !== null && <div className={styles.quiet}>copy of version {version.copyOf}</div>}
              </td>
              <td className={facts.cell}>
                <StateTag state={stateNow(version, versions, now)} />
              </td>
              <td className={facts.cell}>{windowText(version, versions, timeZone)}</td>
              <td className={mergeClasses(facts.cell, facts.number)}>{formatCount(version.rows.fees)}</td>
              <td className={mergeClasses(facts.cell, facts.number)}>
                {formatCount(PARTS.reduce((sum, part) => sum + version.rows[part], 0))}
              </td>
              <td className={facts.cell}>
                {formatTime(version.updatedAt, timeZone)}
                <div className={styles.quiet}>{version.updatedBy}</div>
              </td>
              <td className={facts.cell}>
                {active && active.id !== version.id && (
                  <PageLink
                    href={compareHref(base, active.id, version.id)}
                    label={`Compare version ${version.versionNo} with the active one`}
                  >
                    with the active one
                  </PageLink>
                )}
              </td>
            </tr>
          ))}
        </FactTable>
      )}
      {creating && (
        <NameDialog
          title={`New draft for channel ${channelId}`}
          draftKey={`rateTable/create/${family}/${channelId}`}
          initial=""
          applyLabel="Create"
          onClose={() => setCreating(false)}
          onApply={async name => {
            const made = await writeRateTable(client, entity, calls.createBaseInfo, { channelId, name });
            setCreating(false);
            notify.success(`${versionTitle(made)} has been created. Fill in its zones and fees.`);
            void navigate({ href: versionHref(base, made.id) });
          }}
        />
      )}
    </div>
  );
}

const screen = (family: Family) => () => (
  <InFamily family={family}>
    <FamilyPage current="" ownHistory>
      <ChannelVersions />
    </FamilyPage>
  </InFamily>
);

export const RateChannelScreen = screen('rate');
export const ThirdPartyChannelScreen = screen('thirdParty');
