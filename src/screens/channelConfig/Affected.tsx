import { useMemo } from 'react';
import { Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { namingChannel } from '../../contract/namesChannel.ts';
import { requireResource, type ResourceCollection } from '../../contract/resources/all.ts';
import { countServices, DECIDES } from '../../domain/channelConfig/affected.ts';
import { formatCount } from '../../domain/format.ts';
import { FEATURE } from '../../domain/permission.ts';
import { SERVICES } from '../../domain/serviceability.ts';
import { useChannelUse, type AddressSample, type NamingCount } from '../../sync/hooks/useChannelUse.ts';
import type { Row } from '../../sync/types.ts';
import { useLinkStyles } from '../../ui/linkStyles.ts';
import { useUi } from '../../ui/UiContext.ts';
import { listHref } from '../shared/recordPath.ts';

const useStyles = makeStyles({
  root: {
    marginTop: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    fontVariantNumeric: 'tabular-nums',
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { margin: `${tokens.spacingVerticalXS} 0 0` },
  list: { margin: `${tokens.spacingVerticalXXS} 0 0`, paddingInlineStart: tokens.spacingHorizontalL },
  strong: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground2 },
});

/**
 * Converts a label for use within a sentence, e.g. "Location CDTs" to "location CDTs"; words in all capitals are
 * unchanged.
 */
const lowered = (text: string): string => text.replaceAll(/\b[A-Z][a-z]+/g, word => word.toLowerCase());

const DECIDES_NOTHING = 'These settings do not affect which addresses are served.';
const decides = (before: Row, after: Row): boolean => DECIDES.some(name => before[name] !== after[name]);

const NO_LIST: readonly ResourceCollection[] = [];

function ServedText({ sample, before, after }: { sample: AddressSample; before: Row; after: Row }) {
  const styles = useStyles();
  const { addresses, services, off, checked } = sample;
  const size = services.length;
  if (size === 0) return <p className={styles.text}>No address is listed for it, so no address is affected.</p>;
  const counted = countServices(
    SERVICES.map(({ key }) => key),
    services,
    before,
    after,
  );
  /** Includes what a service's count omits: an end that is not looked up at checkout is always served. */
  const labelOf = (key: string) => {
    const label = SERVICES.find(service => service.key === key)?.label ?? key;
    const end = key === 'deliver' || key === 'cod' ? 'buyer' : 'seller';
    return off || checked[end] ? label : `${label} (not checked at checkout)`;
  };
  const changed = counted.filter(({ example }) => example !== null);
  const of = `${formatCount(size)} ${size === 1 ? 'address' : 'addresses'}${off ? ' (its serviceable area check is off)' : ' in its list'}`;
  if (changed.length === 0) {
    const now = counted.map(({ key, before: count }) => `${labelOf(key)} ${formatCount(count)}`).join(', ');
    return (
      <p className={styles.text}>
        {decides(before, after) ? 'No sampled address changes. ' : `${DECIDES_NOTHING} `}
        <span className={styles.quiet}>{`At checkout, of ${of}: ${now}.`}</span>
      </p>
    );
  }
  const [first] = changed;
  return (
    <>
      <p className={styles.text}>{`At checkout, of a sample of ${of}:`}</p>
      <ul className={styles.list}>
        {counted.map(({ key, before: was, after: is, example }) => (
          <li key={key} className={example === null ? styles.quiet : styles.strong}>
            {example === null
              ? `${labelOf(key)}: ${formatCount(was)}, as before`
              : `${labelOf(key)}: ${formatCount(was)} before, ${formatCount(is)} after`}
          </li>
        ))}
      </ul>
      {first && (
        <p
          className={styles.text}
        >{`For example ${addresses[first.example ?? 0] ?? ''}: ${labelOf(first.key)} ${first.before > first.after ? 'is no longer available' : 'becomes available'}.`}</p>
      )}
    </>
  );
}

function NamedText({ counts, channelId }: { counts: readonly NamingCount[]; channelId: number }) {
  const styles = useStyles();
  const link = useLinkStyles();
  const { online } = useUi();
  const fields = new Map(namingChannel().map(({ collection, field }) => [collection, field]));
  const found = counts.filter(({ count }) => count !== null && count > 0);
  const unasked = counts.filter(({ count }) => count === null);
  const words = (collection: ResourceCollection, count: number): string => {
    const { one, many } = requireResource(collection).label;
    return lowered(count === 1 ? one : many);
  };
  return (
    <>
      {found.length === 0 && unasked.length === 0 && (
        <p className={styles.text}>No other record refers to this channel.</p>
      )}
      {found.length > 0 && (
        <p className={styles.text}>
          Referenced by{' '}
          {found.map(({ collection, count }, at) => (
            <span key={collection}>
              {at === 0 ? '' : at === found.length - 1 ? ' and ' : ', '}
              <a
                className={link.link}
                href={listHref(collection, { [fields.get(collection) ?? 'channelId']: channelId })}
                target="_blank"
                rel="noreferrer"
              >
                {`${formatCount(count ?? 0)} ${words(collection, count ?? 0)}`}
              </a>
            </span>
          ))}
          .
        </p>
      )}
      {unasked.length > 0 && (
        <p className={`${styles.text} ${styles.quiet}`}>
          {`Not counted: ${unasked.map(({ collection }) => lowered(requireResource(collection).label.many)).join(', ')}. `}
          {online
            ? 'They are not on this device, and the server did not respond.'
            : 'They are not on this device, and the server cannot be reached.'}
        </p>
      )}
    </>
  );
}

interface AffectedProps {
  channelId: number;
  before: Row;
  after: Row;
  /** Replaces "Who is affected?" if several channels are selected. */
  title?: string;
}

/**
 * The effect of changing a channel's settings, shown for a sample of its addresses, and the other records that refer to
 * the channel.
 */
export function Affected({ channelId, before, after, title = 'Who is affected?' }: AffectedProps) {
  const styles = useStyles();
  const { can, online } = useUi();
  const checks = can(FEATURE.serviceableArea);
  const readable = useMemo(() => {
    const all = namingChannel().map(({ collection }) => collection);
    const own = all.filter(collection => can(requireResource(collection).feature));
    return own.length === 0 ? NO_LIST : own;
  }, [can]);
  const { counts, sample } = useChannelUse(channelId, readable, checks);
  const waits = counts === undefined || (checks && sample === undefined);
  return (
    <section className={styles.root} aria-label={title} aria-busy={waits}>
      <h3 className={styles.title}>{title}</h3>
      {checks && sample && <ServedText sample={sample} before={before} after={after} />}
      {checks && sample === null && !decides(before, after) && <p className={styles.text}>{DECIDES_NOTHING}</p>}
      {checks && sample === null && decides(before, after) && (
        <p className={`${styles.text} ${styles.quiet}`}>
          {online
            ? 'Its addresses could not be checked because its serviceable area is not on this device and the server did not respond.'
            : 'Its addresses could not be checked because its serviceable area is not on this device and the server cannot be reached.'}
        </p>
      )}
      {counts && <NamedText counts={counts} channelId={channelId} />}
      {waits && <Spinner size="tiny" labelPosition="after" label="Checking addresses and counting records" />}
    </section>
  );
}
