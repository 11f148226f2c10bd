import { Button } from '@fluentui/react-components';
import type { RateSettings } from '../../domain/rates/rows.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { useLooks } from './looks.ts';
import { settingFacts, vatFacts } from './settingsForm.tsx';

interface SettingsSectionProps {
  section: 'settings' | 'vat';
  settings: RateSettings;
  /** Opens the form of the settings; omitted if they cannot be changed. */
  onEdit?: (() => void) | undefined;
}

/** A version's base info and weight rule, or its VAT. */
export function SettingsSection({ section, settings, onEdit }: SettingsSectionProps) {
  const looks = useLooks();
  const facts = useFactStyles();
  return (
    <section className={looks.card} aria-label={section === 'vat' ? 'VAT' : 'Base info and weight rule'}>
      <dl className={facts.facts}>
        {(section === 'vat' ? vatFacts(settings) : settingFacts(settings)).map(([term, fact]) => (
          <div key={term} style={{ display: 'contents' }}>
            <dt className={facts.term}>{term}</dt>
            <dd className={facts.fact}>{fact}</dd>
          </div>
        ))}
      </dl>
      {onEdit && (
        <div className={looks.bar}>
          <Button onClick={onEdit}>Edit</Button>
        </div>
      )}
    </section>
  );
}
