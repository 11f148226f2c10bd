import { useCallback, useMemo, useState } from 'react';
import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useParams } from '@tanstack/react-router';
import type { Family, RateVersionRow } from '../../contract/rateTable/versions.ts';
import { isOffered } from '../../domain/rates/versions.ts';
import { formatTime } from '../../domain/format.ts';
import { useKept, type Kept } from '../../sync/hooks/useKept.ts';
import { useNow } from '../../ui/useNow.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { Tag } from '../../ui/Tag.tsx';
import { PageLink } from '../shared/PageLink.tsx';
import { FamilyPage, InFamily, useFamily } from './family.tsx';
import { useLooks } from './looks.ts';
import { channelHref, compareHref, quoteHref, whatIfHref } from './paths.ts';
import { useVersionRows, useVersions } from './useVersions.ts';
import { VersionEditor } from './VersionEditor.tsx';
import { StateTag, stateNow, versionTitle, windowText } from './versionState.tsx';
import { Age, Waiting } from './Waiting.tsx';
import { useAddressState } from '../shared/useAddressState.ts';

const HistoryList = lazyPart(() => import('../shared/history/HistoryList.tsx').then(module => module.HistoryList));

// The page is a column that scrolls: without this, the grid would squeeze the bar.
const useStyles = makeStyles({ own: { flexShrink: 0 } });

/** A version of a channel's prices: its state, its actions, and a section for each of its parts. */
function Version() {
  const styles = useLooks();
  const { id: text = '' } = useParams({ strict: false }) as { id?: string };
  const id = /^\d{1,12}$/.test(text) ? Number(text) : null;
  const { base, calls, collection } = useFamily();
  const detail = useKept(calls.detail, id === null ? null : { id }, collection);
  if (id === null) return <p className={styles.problem}>"{text}" is not a version ID.</p>;
  if (!detail.data)
    return (
      <>
        <Waiting what="the version" state={detail} />
        {detail.gone && (
          <p className={styles.note}>
            <PageLink href={base}>Open the channels with rate tables</PageLink>
          </p>
        )}
      </>
    );
  return <Known key={id} version={detail.data} detail={detail} />;
}

interface KnownProps {
  version: RateVersionRow;
  detail: Pick<Kept<unknown>, 'asOf' | 'fresh' | 'gone' | 'loading' | 'problem' | 'reload'>;
}

/**
 * Whether the draft was deleted: the server says so or, while it cannot be reached, this device's newer list of the
 * channel's versions does not contain it.
 */
const isGone = (
  version: RateVersionRow,
  detail: KnownProps['detail'],
  known: ReturnType<typeof useVersions>,
): boolean =>
  detail.gone ||
  (!detail.fresh &&
    !detail.loading &&
    (known.asOf ?? 0) > (detail.asOf ?? Infinity) &&
    !known.versions.some(({ id }) => id === version.id));

function Known({ version, detail }: KnownProps) {
  const styles = useLooks();
  const bar = useStyles();
  const { timeZone, can } = useUi();
  const { base, feature, collection } = useFamily();
  const [history, setHistory] = useState(false);
  const now = useNow();
  const known = useVersions(version.channelId);
  const versions = useMemo(
    () =>
      known.versions.some(one => one.id === version.id)
        ? known.versions.map(one => (one.id === version.id ? version : one))
        : [...known.versions, version],
    [known.versions, version],
  );
  const rows = useVersionRows(version);
  const gone = isGone(version, detail, known);
  const state = gone ? 'Deleted' : stateNow(version, versions, now);
  const active = versions.find(one => stateNow(one, versions, now) === 'Active');
  const [search, put] = useAddressState();
  const { part, row } = search;
  const lead = useMemo(
    () => (typeof part === 'string' ? { part, key: row === undefined ? '' : String(row) } : null),
    [part, row],
  );
  const goTo = useCallback((next: string, key: string | null) => put({ part: next, row: key ?? undefined }), [put]);
  const links = (
    <>
      {!gone && (
        <>
          <PageLink href={quoteHref(base, version.channelId, version.id)}>Quote a parcel</PageLink>
          {active && active.id !== version.id && (
            <PageLink href={compareHref(base, active.id, version.id)}>Compare with version {active.versionNo}</PageLink>
          )}
          <PageLink href={whatIfHref(base, version.id)}>
            {isOffered('update', state) ? 'What would this draft do?' : 'What does this version do?'}
          </PageLink>
        </>
      )}
      <Button size="small" aria-expanded={history} onClick={() => setHistory(!history)}>
        History
      </Button>
      {version.submittedAt !== null && (
        <span className={styles.quiet}>
          submitted by {version.submittedBy} at {formatTime(version.submittedAt, timeZone)}
        </span>
      )}
      {version.hash !== null && <span className={styles.quiet}>sealed as {version.hash.slice(0, 12)}</span>}
    </>
  );
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <h2 className={styles.title}>{versionTitle(version)}</h2>
        <StateTag state={state} />
        {version.demo && <Tag>Demo</Tag>}
        <span className={styles.note}>
          <PageLink href={channelHref(base, version.channelId)}>
            Channel {version.channelId} {version.channelName}
          </PageLink>
          {!gone && `, ${windowText(version, versions, timeZone)}`}
        </span>
        {!gone && <Age {...detail} />}
      </div>
      {gone && (
        <MessageBar className={bar.own} intent="warning">
          <MessageBarBody>
            {versionTitle(version)} was deleted. It is shown as it was at{' '}
            {formatTime(Math.floor((detail.asOf ?? 0) / 1000), timeZone)} and can neither be changed nor copied.
          </MessageBarBody>
          <MessageBarActions>
            <PageLink href={channelHref(base, version.channelId)}>Open the versions of the channel</PageLink>
          </MessageBarActions>
        </MessageBar>
      )}
      {history && (
        <section className={styles.card} aria-label="Version history">
          <HistoryList
            collection={collection}
            recordKey={`${version.channelId}/${version.versionNo}`}
            row={version}
            reverts={isOffered('update', state)}
          />
          <p className={styles.note}>
            <PageLink href={`${base}/log?code=${feature}&channel=${version.channelId}`}>
              Open in Operation History
            </PageLink>
          </p>
        </section>
      )}
      {rows.read === null || rows.writes === null ? (
        <>
          <div className={styles.bar}>{links}</div>
          <Waiting what="the rows of the version" state={rows} />
        </>
      ) : (
        <>
          {rows.problem !== null && !gone && (
            <p className={styles.warn}>
              The rows could not be reloaded: {rows.problem}{' '}
              <Button size="small" onClick={rows.reload}>
                Retry
              </Button>
            </p>
          )}
          <VersionEditor
            version={version}
            versions={versions}
            state={state}
            read={rows.read}
            writes={rows.writes}
            writable={isOffered('update', state) && can(`${feature}.write`)}
            lead={lead}
            onLead={goTo}
            onChanged={() => {
              detail.reload();
              known.reload();
            }}
            links={links}
          />
        </>
      )}
    </div>
  );
}

const screen = (family: Family) => () => (
  <InFamily family={family}>
    <FamilyPage current="" ownHistory>
      <Version />
    </FamilyPage>
  </InFamily>
);

export const RateVersionScreen = screen('rate');
export const ThirdPartyVersionScreen = screen('thirdParty');
