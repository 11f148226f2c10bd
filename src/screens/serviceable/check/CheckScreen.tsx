import { useMemo, useState } from 'react';
import { Button, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { LocationRegular } from '@fluentui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import { keyOfOwner, type OwnerKey } from '../../../contract/owner.ts';
import { ASKED_SCOPES } from '../../../contract/serviceLists.ts';
import { COUNTRIES } from '../../../domain/country.ts';
import { formatDate, formatTime } from '../../../domain/format.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { APPLICABLE_TYPES } from '../../../domain/serviceable.ts';
import { CHECK_SCENARIOS, endsToKnow, type CheckAddress, type CheckQuestion } from '../../../domain/serviceability.ts';
import { keepChannelOffline } from '../../../sync/actions/keepOffline.ts';
import { useOwners } from '../../../sync/hooks/useChannels.ts';
import {
  useAddressMatch,
  useServiceChecks,
  type MatchedAddress,
  type OwnerCheck,
} from '../../../sync/hooks/useServiceChecks.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useUi } from '../../../ui/UiContext.ts';
import { notifyKept } from '../../shared/notifyKept.ts';
import { useUndoKey } from '../../shared/useUndoKey.ts';
import { LabelledSelect } from '../parts.tsx';
import { AddressInput } from './AddressInput.tsx';
import type { HandOver } from './Arrival.tsx';
import { FileCheck } from './FileCheck.tsx';
import { readCheck } from './checkAddress.ts';
import { deliverText } from './checkTexts.ts';
import { useCheckAddress } from './useCheckAddress.ts';
import type { NamedPlace, StepRecord } from './lists.ts';
import { Matrix, type MatrixRow } from './Matrix.tsx';
import { RecordDialog } from './RecordDialog.tsx';
import { HistoryButton } from '../../shared/HistoryButton.tsx';
import { SERVICEABLE_PATH } from '../tabs.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    paddingBottom: tokens.spacingVerticalXXXL,
  },
  form: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 3fr) minmax(0, 2fr) minmax(0, 1fr)',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    alignItems: 'start',
    '@media (max-width: 1100px)': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
    '@media (max-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    margin: 0,
    color: tokens.colorNeutralForeground2,
  },
});

/** Delay in milliseconds before a progress indicator is shown. */
const SPINNER_AFTER = 500;

const addressOf = (match: MatchedAddress | null | undefined): CheckAddress | null =>
  match && (match.locationId !== 0 || match.postcode !== '') ? { chain: match.chain, postcode: match.postcode } : null;

const isAnswered = (check: OwnerCheck): check is Extract<OwnerCheck, { answer: unknown }> =>
  check.state === 'here' || check.state === 'server';

/** Whether nothing is configured, so that there is nothing else to report. */
function isIdle(check: OwnerCheck): boolean {
  if (!isAnswered(check)) return false;
  const [first] = check.answer.buyer.steps;
  return first?.is === 'check' && first.ref === null;
}

/** The most specific place down to the district, because routes may refer to it; 0 for none. */
const routePlace = (address: CheckAddress | null): number => address?.chain.slice(0, 3).findLast(id => id !== 0) ?? 0;

function placesOf(...matches: (MatchedAddress | null | undefined)[]): ReadonlyMap<number, NamedPlace> {
  const places = new Map<number, NamedPlace>();
  for (const match of matches) {
    // Names exist only for the levels that the place has, so they are consumed in order.
    const names = [...(match?.names ?? [])];
    for (const [level, id] of (match?.chain ?? []).entries()) {
      if (id !== 0) places.set(id, { name: names.shift() ?? '', level });
    }
  }
  return places;
}

/** Why no address has been checked yet, and what to do about it. */
function NoAddress({ typed, match }: { typed: boolean; match: MatchedAddress | null | undefined }) {
  const { entity } = useSync();
  const { online } = useUi();
  const navigate = useNavigate();
  const { inText } = COUNTRIES[entity];
  // Most lookups finish before anyone could read this.
  if (typed && match === undefined) return <Spinner label="Looking up the address" delay={SPINNER_AFTER} />;
  if (typed && match === null) {
    return (
      <EmptyState
        icon={<LocationRegular />}
        title={
          online ? `The places of ${inText} are being loaded` : `The places of ${inText} are not on this device yet`
        }
        hint={
          online
            ? 'The address will be looked up once they have loaded. The first time, this can take a while on a slow network or device; afterward the places stay on this device.'
            : 'Addresses are looked up on this device. The places will be loaded as soon as the server can be reached, and this page then continues automatically.'
        }
      >
        <Button onClick={() => void navigate({ to: '/offline-data' })}>See the progress</Button>
      </EmptyState>
    );
  }
  if (typed) {
    return (
      <EmptyState
        icon={<LocationRegular />}
        title={`No place of ${inText} was found in this address`}
        hint="Enter a district and its city as they appear in the list of places, or enter a postcode or a Location ID."
      />
    );
  }
  return (
    <EmptyState
      icon={<LocationRegular />}
      title="Type an address to see which channels serve it"
      hint="Part of an address is enough: a district and its city, a postcode, or a Location ID. The address is looked up on this device as you type."
    />
  );
}

/** "Is this address served, and why?": every channel's answer for an address, with the steps that lead to it. */
export function CheckScreen() {
  const styles = useStyles();
  const { client, entity } = useSync();
  const { can, notify, online, timeZone } = useUi();
  useUndoKey();
  const [state, change] = useCheckAddress(client.env.clock);

  const match = useAddressMatch(state.address);
  const other = useAddressMatch(state.other);
  const channels = useOwners('channel');
  const threePls = useOwners('3pl');
  const owners = useMemo(
    () =>
      ASKED_SCOPES.flatMap(scope =>
        ((scope === 'channel' ? channels : threePls) ?? []).map(({ id, name }) => ({
          owner: keyOfOwner({ kind: scope, id }),
          name,
        })),
      ),
    [channels, threePls],
  );
  const keys = useMemo(() => owners.map(({ owner }) => owner), [owners]);
  const address = addressOf(match);
  const otherAddress = addressOf(other);
  const question: CheckQuestion | null = address && {
    address,
    other: otherAddress,
    scenario: state.scenario,
    shop: state.shop,
  };
  const checks = useServiceChecks(question, keys, online);
  const rows: MatrixRow[] = owners.map(named => ({ ...named, check: checks.get(named.owner) ?? { state: 'asking' } }));
  const [allShown, setAllShown] = useState(false);
  /** Where nothing is configured, nothing is checked, and such rows would only distract from the others. */
  const idle = rows.filter(({ check }) => isIdle(check));
  const asking = rows.filter(({ check }) => check.state === 'asking');
  const shown = rows.filter(
    row => !asking.includes(row) && (allShown || !idle.includes(row) || row.owner === state.open),
  );
  const unasked = rows.filter(({ check }) => check.state === 'unasked');
  const remote = rows.filter(row => row.check.state === 'server' && !idle.includes(row));
  const answered = rows.filter(row => isAnswered(row.check) && !idle.includes(row));
  const served = answered.filter(({ check }) => isAnswered(check) && check.answer.buyer.served === 'yes');
  const open = answered.filter(({ check }) => isAnswered(check) && check.answer.buyer.served === 'open');
  const places = useMemo(() => placesOf(match, other), [match, other]);
  const [now] = useState(() => Math.floor(client.env.clock.now() / 1000));
  const [handed, setHanded] = useState<HandOver>(() => ({
    day: formatDate(now, timeZone),
    hour: formatTime(now, timeZone).slice(11, 16),
  }));
  const [dialog, setDialog] = useState<{ record: StepRecord; mode: 'create' | 'edit' | 'delete' } | null>(null);

  const keep = async (all: readonly OwnerKey[]) => {
    try {
      let persistent: boolean | null = null;
      for (const owner of all) persistent = await keepChannelOffline(client, entity, owner, true);
      notifyKept(notify, persistent);
    } catch {
      notify.error('The lists could not be saved for offline use. Reload the page and try again.');
    }
  };

  return (
    <div className={styles.root}>
      <PageHeader title="Address Check">
        <HistoryButton path={`${SERVICEABLE_PATH}/location`} code={FEATURE.serviceableArea} />
        <FileCheck scenario={state.scenario} shop={state.shop} owners={owners} />
      </PageHeader>
      <search className={styles.form} aria-label="Address to check">
        <AddressInput
          label="Address"
          placeholder="Coblong, Bandung 40132"
          text={state.address}
          match={match}
          onText={text => change({ address: text })}
        />
        <AddressInput
          label="Destination"
          placeholder="Optional: for zones and routes"
          text={state.other}
          match={other}
          onText={text => change({ other: text })}
        />
        <LabelledSelect
          label="Scenario"
          value={state.scenario}
          options={CHECK_SCENARIOS}
          onChange={value => change({ scenario: readCheck({ scenario: value }).scenario })}
        />
        <LabelledSelect
          label="Shop type"
          value={String(state.shop)}
          options={APPLICABLE_TYPES}
          onChange={value => change({ shop: value === '1' ? 1 : 0 })}
        />
      </search>
      {question === null ? (
        <NoAddress typed={state.address.trim() !== ''} match={match} />
      ) : (
        <>
          <output className={styles.line}>
            {asking.length > 0 && <Spinner size="tiny" label={`Checking ${asking.length} channels`} />}
            {answered.length > 0 && (
              <span>
                {deliverText(
                  served.length,
                  open.length,
                  answered.map(({ owner }) => owner),
                  open.some(({ check }) => isAnswered(check) && endsToKnow(check.answer.buyer.steps).includes('buyer')),
                )}
              </span>
            )}
            {idle.length > 0 && (
              <Button size="small" appearance="transparent" onClick={() => setAllShown(!allShown)}>
                {allShown ? 'Hide' : 'Show'} {idle.length} without a configuration
              </Button>
            )}
            {remote.length > 0 && (
              <>
                <span>
                  {remote.length} answered by the server: {remote.length === 1 ? 'its lists are' : 'their lists are'}{' '}
                  not on this device
                </span>
                <Button size="small" onClick={() => void keep(remote.map(({ owner }) => owner))}>
                  Keep {remote.length === 1 ? 'it' : `all ${remote.length}`} offline
                </Button>
              </>
            )}
            {unasked.length > 0 && (
              <>
                <span>
                  {unasked.length} could not be checked: {unasked.length === 1 ? 'its lists are' : 'their lists are'}{' '}
                  not on this device
                </span>
                <Button size="small" onClick={() => void keep(unasked.map(({ owner }) => owner))}>
                  Keep {unasked.length === 1 ? 'it' : `all ${unasked.length}`} offline
                </Button>
              </>
            )}
          </output>
          {owners.length === 0 ? (
            <EmptyState
              title="The channels are not on this device yet"
              hint="They will be loaded as soon as the server can be reached."
            />
          ) : (
            <Matrix
              rows={shown}
              scenario={state.scenario}
              open={state.open}
              places={places}
              ends={{ address: routePlace(address), other: routePlace(otherAddress) }}
              arrival={
                can(FEATURE.cdtOfLocation)
                  ? {
                      address,
                      other: otherAddress,
                      state: match?.names[0],
                      otherState: other?.names[0],
                      handed,
                      onHanded: setHanded,
                    }
                  : null
              }
              onToggle={owner => change({ open: owner })}
              onOpenRecord={(record, mode) => setDialog({ record, mode })}
              onKeep={owner => void keep([owner])}
            />
          )}
        </>
      )}
      {dialog && <RecordDialog {...dialog} close={() => setDialog(null)} />}
    </div>
  );
}
