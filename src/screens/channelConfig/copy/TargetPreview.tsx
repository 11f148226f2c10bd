import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowRightRegular, CheckmarkRegular, ProhibitedRegular } from '@fluentui/react-icons';
import { labelOf } from '../../../contract/resource.ts';
import { channelConfig } from '../../../contract/resources/channelConfig.ts';
import type { CopiedSetting } from '../../../domain/channelConfig/copy.ts';
import { Affected } from '../Affected.tsx';
import { settingWords } from '../Differences.tsx';
import { rowAfter, type TargetPlan } from './plan.ts';

const useStyles = makeStyles({
  root: {
    padding: `${tokens.spacingVerticalS} 0`,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
  },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: tokens.spacingHorizontalM },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  says: { flexGrow: 1, color: tokens.colorNeutralForeground2 },
  list: { listStyleType: 'none', margin: `${tokens.spacingVerticalXXS} 0 0`, padding: 0 },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    overflowWrap: 'anywhere',
  },
  label: { color: tokens.colorNeutralForeground2 },
  value: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
  forbidden: { color: tokens.colorStatusDangerForeground1 },
  quiet: { color: tokens.colorNeutralForeground3 },
});

const saysOf = ({ is, settings }: TargetPlan): string => {
  const count = (wanted: CopiedSetting['is']) => settings.filter(setting => setting.is === wanted).length;
  if (is === 'busy') return 'Skipped: a change to this channel is waiting in the queue. Resolve that change first.';
  if (is === 'equal') return 'Already set';
  const changed = count('changed');
  if (is === 'forbidden') return 'Skipped: the rules of this channel do not allow the change';
  return `${changed} ${changed === 1 ? 'setting changes' : 'settings change'}`;
};

function SettingLine({ setting: { name, is, from, to, why } }: { setting: CopiedSetting }) {
  const styles = useStyles();
  const label = labelOf(channelConfig, name);
  if (is === 'equal')
    return (
      <li className={`${styles.line} ${styles.quiet}`}>
        <CheckmarkRegular aria-hidden />
        {`${label}: ${settingWords(name, to)}, equal`}
      </li>
    );
  return (
    <li className={styles.line}>
      {is === 'forbidden' ? (
        <ProhibitedRegular className={styles.forbidden} aria-hidden />
      ) : (
        <ArrowRightRegular aria-hidden />
      )}
      <span className={styles.label}>{label}</span> {settingWords(name, from)}
      <ArrowRightRegular aria-label="changed to" />
      <span className={styles.value}>{settingWords(name, to)}</span>
      {is === 'forbidden' && <span className={styles.forbidden}>{`Not allowed: ${why ?? ''}`}</span>}
    </li>
  );
}

/** The effect of a copy on a single channel, setting by setting. */
export function TargetPreview({ plan }: { plan: TargetPlan }) {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const [asks, setAsks] = useState(false);
  const { channelId, name, settings, is } = plan;
  const equal = settings.filter(setting => setting.is === 'equal');
  const others = settings.filter(setting => setting.is !== 'equal');
  const shows = open ? 'Hide equal' : `Show ${equal.length} equal`;
  return (
    <section className={styles.root} aria-label={`Channel ${channelId}`}>
      <div className={styles.bar}>
        <h3 className={styles.title}>{`${channelId} ${name}`}</h3>
        <span className={styles.says}>{saysOf(plan)}</span>
        {equal.length > 0 && (
          <Button
            size="small"
            appearance="subtle"
            aria-expanded={open}
            aria-label={`${shows} in channel ${channelId}`}
            onClick={() => setOpen(!open)}
          >
            {shows}
          </Button>
        )}
        {is === 'changes' && (
          <Button
            size="small"
            appearance="subtle"
            aria-expanded={asks}
            aria-label={`Who is affected by the change to channel ${channelId}?`}
            onClick={() => setAsks(!asks)}
          >
            Who is affected?
          </Button>
        )}
      </div>
      <ul className={styles.list}>
        {[...others, ...(open ? equal : [])].map(setting => (
          <SettingLine key={setting.name} setting={setting} />
        ))}
      </ul>
      {asks && <Affected channelId={channelId} before={plan.row} after={rowAfter(plan)} />}
    </section>
  );
}
