import { Fragment, useEffect, type ReactNode } from 'react';
import { makeStyles, MessageBar, MessageBarBody, Title3, tokens } from '@fluentui/react-components';
import { SCENARIOS } from '../../../domain/serviceableChoices.ts';
import { withChannel } from '../../../domain/serviceableConfig.ts';
import type { Country } from '../../../domain/country.ts';
import { ReadOnlyControl } from '../../../ui/form/controls.tsx';
import type { FormParts } from '../../../ui/form/FormDialog.tsx';
import { FormRow } from '../../../ui/form/FormRow.tsx';
import { SideSelect } from './fields.tsx';
import { Meaning } from './Meaning.tsx';
import type { Setting } from './settings.ts';
import { configOf, type ConfigValues } from './values.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 256px',
    columnGap: tokens.spacingHorizontalXXL,
    alignItems: 'start',
    '@media (max-width: 900px)': { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalL },
  },
  fields: { minWidth: 0, display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, padding: '2px' },
  section: {
    marginTop: tokens.spacingVerticalM,
    marginBottom: 0,
    fontSize: tokens.fontSizeBase400,
    ':first-child': { marginTop: 0 },
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  notes: {
    margin: 0,
    paddingInlineStart: tokens.spacingHorizontalL,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 104px 104px 124px',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalM,
    alignItems: 'start',
    '@media (max-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  },
  heading: {
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    alignSelf: 'end',
    '@media (max-width: 640px)': { display: 'none' },
  },
  scenario: {
    paddingTop: tokens.spacingVerticalSNudge,
    overflowWrap: 'anywhere',
    '@media (max-width: 640px)': { gridColumn: '1 / -1', paddingTop: tokens.spacingVerticalM },
  },
  when: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  /** A narrow screen has no room for headings, so every control has its own label. */
  small: {
    display: 'none',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '@media (max-width: 640px)': { display: 'block' },
  },
});

/** A read-only value, aligned with the form's fields. */
const ShownRow = ({ label, value }: { label: string; value: string }) => (
  <FormRow name={label} label={label} required={false} error={null} disabled={false} labels="wide">
    {control => <ReadOnlyControl control={control} value={value} />}
  </FormRow>
);

/** SAC-15 to SAC-18. */
const NOTES = [
  'Extra validation always checks both seller and buyer addresses for scenarios 2 and 4, whatever their own settings.',
  'Scenario 1 is covered by the extra validation only if both check seller and buyer are Yes.',
  'Scenario 3 is not covered by the extra validation.',
  "When arranging drop-off, the seller's address is not validated.",
];

interface ConfigurationLayoutProps {
  setting: Setting;
  parts: FormParts<ConfigValues>;
  country: Country;
  countryName: string;
  /** The selected channel's shipment mode in words; empty if no channel is selected, null for a 3PL. */
  mode: string | null;
  /**
   * The selected channel's flag for a new configuration; null when editing, because the verify values are then the
   * record's own (G2).
   */
  flag: bigint | null;
}

/** The sections of the configuration form (SAC-7 to SAC-18), and an explanation of what the configuration means. */
export function ConfigurationLayout({ setting, parts, country, countryName, mode, flag }: ConfigurationLayoutProps) {
  const styles = useStyles();
  const { values, change, busy, row, cell } = parts;
  const channelId = typeof values.channelId === 'number' ? values.channelId : null;

  // SAC-25: however the channel was selected, even by a draft or a URL, its flag is read once.
  useEffect(() => {
    if (channelId === null || flag === null || values.derivedFor === channelId) return;
    change({ ...withChannel(configOf(values), flag, country), derivedFor: channelId });
  }, [channelId, flag, country, values, change]);

  const section = (title: string, content: ReactNode) => (
    <>
      <Title3 as="h3" block className={styles.section}>
        {title}
      </Title3>
      {content}
    </>
  );
  return (
    <div className={styles.root}>
      <div className={styles.fields}>
        {section(
          'Basic Setting',
          <>
            {row('channelId')}
            <ShownRow label="Country" value={countryName} />
            {mode !== null && <ShownRow label="Shipment Mode" value={mode === '' ? 'Choose a channel first.' : mode} />}
          </>,
        )}
        {section(
          'General Setting',
          <>
            {row('isCheckServiceable')}
            {row('serviceableType')}
            {row('isSbsSameAsStandard')}
            {row('extraLimitType')}
            {row('zoneLevel')}
          </>,
        )}
        {section(
          'Scenario-specific Setting',
          <>
            <MessageBar intent="warning" layout="multiline">
              <MessageBarBody>{setting.warning}</MessageBarBody>
            </MessageBar>
            <div className={styles.grid}>
              <span className={styles.heading}>Scenario</span>
              <span className={styles.heading}>Check seller address</span>
              <span className={styles.heading}>Check buyer address</span>
              <span className={styles.heading}>Location level</span>
              {SCENARIOS.map((scenario, at) => (
                <Fragment key={scenario.verify}>
                  <div className={styles.scenario}>
                    {at + 1} {scenario.name}
                    {scenario.when !== '' && <span className={styles.when}>{scenario.when}</span>}
                  </div>
                  {(['seller', 'buyer'] as const).map(side => (
                    <div key={side}>
                      <span className={styles.small}>Check {side} address</span>
                      <SideSelect scenario={scenario} side={side} values={values} busy={busy} change={change} />
                    </div>
                  ))}
                  <div>
                    <span className={styles.small}>Location level</span>
                    {cell(scenario.level)}
                  </div>
                </Fragment>
              ))}
            </div>
            <ul className={styles.notes}>
              {NOTES.map(note => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </>,
        )}
        {section(
          'Default Setting',
          <>
            <p className={styles.text}>
              When the address is not found in the serviceable data, the default values are returned.
            </p>
            {row('defaultDeliverEnabled')}
            {row('defaultCodEnabled')}
            {row('defaultPickupEnabled')}
            {row('defaultCodPickupEnabled')}
            {row('defaultPdpPostcode')}
          </>,
        )}
      </div>
      <Meaning config={configOf(values)} scope={setting.scope} ownerId={channelId} />
    </div>
  );
}
