import { makeStyles, tokens } from '@fluentui/react-components';
import { OWNERS } from '../../../contract/owner.ts';
import { formatCount } from '../../../domain/format.ts';
import type { CoverageGap, GapList } from '../../../sync/hooks/useCoverage.ts';
import { PageLink } from '../../shared/PageLink.tsx';
import { addressText } from '../../shared/recordLine.ts';
import { checkHref } from '../checkHref.ts';
import { placesText, postcodeHref, routesHref, type Asked } from './coverageTexts.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  group: {
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    '& > summary': { cursor: 'pointer', fontWeight: tokens.fontWeightSemibold },
  },
  list: {
    margin: `${tokens.spacingVerticalS} 0 0`,
    paddingInlineStart: tokens.spacingHorizontalXL,
    maxHeight: '320px',
    overflowY: 'auto',
    overflowWrap: 'anywhere',
  },
  more: { margin: `${tokens.spacingVerticalXS} 0 0`, color: tokens.colorNeutralForeground3 },
  none: { color: tokens.colorNeutralForeground3, margin: 0 },
});

interface GapsProps {
  gaps: readonly GapList[];
  asked: Asked;
  level: number;
}

/** Lists what is probably wrong or was forgotten, with a link to each record's list or check. */
export function Gaps({ gaps, asked, level }: GapsProps) {
  const { scope, ownerId, type } = asked;
  const styles = useStyles();
  const title = ({ is, total }: GapList): string => {
    if (is === 'lonely')
      return `${placesText(total, level)} not delivered to: the only ${total === 1 ? 'gap among its neighbors' : 'gaps among their neighbors'}`;
    if (is === 'missing') return `${placesText(total, level)} without a record: default applies`;
    if (is === 'flags')
      return `${formatCount(total)} ${total === 1 ? 'location record supports' : 'location records support'} COD without the service itself, so there is no COD`;
    if (is === 'postcode')
      return `${formatCount(total)} ${total === 1 ? 'postcode' : 'postcodes'} with contradictory records`;
    return `${formatCount(total)} ${total === 1 ? 'route leads' : 'routes lead'} to places without delivery`;
  };
  const keyOf = (gap: CoverageGap): string =>
    gap.is === 'postcode' ? `${gap.end} ${gap.zipcode}` : gap.is === 'route' ? String(gap.id) : String(gap.locationId);
  const line = (gap: CoverageGap) => {
    if (gap.is === 'postcode')
      return (
        <>
          <PageLink href={postcodeHref(asked, gap.end, gap.zipcode)}>{gap.zipcode}</PageLink>: {gap.why}
        </>
      );
    if (gap.is === 'route') {
      const filters = { applicableType: type, from: gap.names.at(-1) ?? '', to: gap.toNames.at(-1) ?? '' };
      return (
        <PageLink href={routesHref(asked, filters)}>
          {`${addressText(gap.names)} to ${addressText(gap.toNames)}`}
        </PageLink>
      );
    }
    return (
      <PageLink href={checkHref(scope, { [OWNERS[scope].field]: ownerId, type, locationId: gap.locationId })}>
        {addressText(gap.names)}
      </PageLink>
    );
  };
  return (
    <div className={styles.root}>
      {gaps.every(({ total }) => total === 0) && <p className={styles.none}>No gaps.</p>}
      {gaps
        .filter(({ total }) => total > 0)
        .map(list => (
          <details key={list.is} className={styles.group}>
            <summary>{title(list)}</summary>
            <ul className={styles.list}>
              {list.first.map(gap => (
                <li key={keyOf(gap)}>{line(gap)}</li>
              ))}
            </ul>
            {list.total > list.first.length && (
              <p className={styles.more}>{formatCount(list.total - list.first.length)} more.</p>
            )}
          </details>
        ))}
    </div>
  );
}
