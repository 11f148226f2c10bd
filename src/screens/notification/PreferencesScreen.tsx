import {
  Button,
  Checkbox,
  Field,
  MessageBar,
  MessageBarBody,
  Select,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { getPreferences, setPreferences, type Preferences } from '../../contract/notify.ts';
import { COUNTRIES, COUNTRY_CODES } from '../../domain/country.ts';
import { EVENTS } from '../../domain/notify/events.ts';
import { LANGUAGES } from '../../domain/notify/rule.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useOneAtATime } from '../../ui/useOneAtATime.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { ServerBody } from '../shared/ServerBody.tsx';
import { NotifyPage } from './NotifyPage.tsx';
import { PREFERENCES_PATH } from './pages.ts';
import { PushSection } from './PushSection.tsx';
import { useServer } from '../../sync/hooks/useServer.ts';
import { errorText } from '../../domain/errorText.ts';

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    maxWidth: '760px',
    paddingTop: tokens.spacingVerticalM,
  },
  field: { maxWidth: '320px' },
  event: { verticalAlign: 'middle' },
  hours: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM },
});

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The time zones of the eight countries' capitals, and all others that the browser knows. */
const COUNTRY_ZONES = [...new Set<string>(COUNTRY_CODES.map(code => COUNTRIES[code].timeZone))];
const OTHER_ZONES = Intl.supportedValuesOf('timeZone').filter(zone => !COUNTRY_ZONES.includes(zone));
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/**
 * The person's notification preferences: language, quiet hours and exclusions. They are applied at the time of sending.
 */
export function PreferencesScreen() {
  return (
    <NotifyPage current={PREFERENCES_PATH}>
      <ServerBody read={useAdministration(getPreferences, {})}>
        {stored => <PreferencesForm stored={stored} />}
      </ServerBody>
    </NotifyPage>
  );
}

function PreferencesForm({ stored }: { stored: Preferences }) {
  const styles = useStyles();
  const facts = useFactStyles();
  const server = useServer();
  const { notify } = useUi();
  const [values, setValues] = useState(stored);
  const [problem, setProblem] = useState<string | null>(null);
  const change = (next: Partial<Preferences>): void => setValues(was => ({ ...was, ...next }));
  const { busy, run } = useOneAtATime();
  const apply = async (): Promise<void> => {
    try {
      setProblem(null);
      const applied = await server(setPreferences, values);
      // What was changed while the server stored the preferences stays in the form.
      setValues(now => (now === values ? applied : { ...now, version: applied.version }));
      notify.success('Your preferences were changed');
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  const hour = (label: string, value: number, set: (hour: number) => void) => (
    <Field label={label}>
      <Select value={String(value)} onChange={(_, data) => set(Number(data.value))}>
        {HOURS.map(own => (
          <option key={own} value={own}>
            {clock(own)}
          </option>
        ))}
      </Select>
    </Field>
  );
  // A zone that was stored under a name that this browser does not list is kept.
  const others = [...COUNTRY_ZONES, ...OTHER_ZONES].includes(values.timeZone)
    ? OTHER_ZONES
    : [values.timeZone, ...OTHER_ZONES];
  const zoneOptions = (zones: readonly string[]) =>
    zones.map(zone => (
      <option key={zone} value={zone}>
        {zone.replaceAll('_', ' ')}
      </option>
    ));
  return (
    <div className={styles.form}>
      <Field label="Language" className={styles.field}>
        <Select
          value={values.language}
          onChange={(_, data) => change({ language: data.value as Preferences['language'] })}
        >
          {LANGUAGES.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <div className={styles.hours}>
        {hour('Quiet from', values.quietFrom, quietFrom => change({ quietFrom }))}
        {hour('Quiet to', values.quietTo, quietTo => change({ quietTo }))}
        <Field label="Time zone">
          <Select value={values.timeZone} onChange={(_, data) => change({ timeZone: data.value })}>
            <optgroup label="Countries">{zoneOptions(COUNTRY_ZONES)}</optgroup>
            <optgroup label="Others">{zoneOptions(others)}</optgroup>
          </Select>
        </Field>
      </div>
      <p>
        {values.quietFrom === values.quietTo
          ? 'There are no quiet hours.'
          : `From ${clock(values.quietFrom)} to ${clock(values.quietTo)} only critical messages are sent. Others are sent at ${clock(values.quietTo)}.`}
      </p>
      <table className={facts.table} aria-label="Your notifications">
        <FactHead labels={['Event', 'Bell', 'E-mail']} />
        <tbody>
          {EVENTS.map(({ kind, label }) => (
            <tr key={kind}>
              <td className={mergeClasses(facts.cell, styles.event)}>{label}</td>
              {(['bell', 'email'] as const).map(way => {
                const key = `${kind} ${way}`;
                return (
                  <td key={way} className={facts.cell}>
                    <Checkbox
                      aria-label={`${label} by ${way === 'bell' ? 'bell' : 'e-mail'}`}
                      checked={!values.off.includes(key)}
                      onChange={(_, { checked }) =>
                        change({ off: checked === true ? values.off.filter(own => own !== key) : [...values.off, key] })
                      }
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {problem !== null && (
        <MessageBar intent="error">
          <MessageBarBody role="alert">{problem}</MessageBarBody>
        </MessageBar>
      )}
      <div>
        <Button appearance="primary" disabled={busy} onClick={() => void run(apply)}>
          Apply
        </Button>
      </div>
      <PushSection />
    </div>
  );
}
