import { makeStyles, tokens } from '@fluentui/react-components';
import { fromCountries, nonIntegratedFrom } from '../../domain/channelConfig/channel.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { useList } from '../../sync/hooks/useList.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { SelectControl } from '../../ui/form/controls.tsx';
import type { FieldControl } from '../../ui/form/FormRow.tsx';
import { CHANNELS, CHANNELS_MOST } from './groups.ts';

const useStyles = makeStyles({
  note: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

interface FromCountryControlProps {
  control: FieldControl;
  value: Country;
  isIntegrated: boolean;
  onChange: (value: Country) => void;
}

const optionOf = (code: Country) => ({ value: code, label: `${code} ${COUNTRIES[code].name}` });

/**
 * The country from which a channel ships. For a non-integrated channel, countries from which other non-integrated
 * channels already ship come first (CHC-42). They are derived from the channels on this device, so they are available
 * offline.
 */
export function FromCountryControl(props: FromCountryControlProps) {
  if (!props.isIntegrated) return <NonIntegratedControl {...props} />;
  const { control, value, onChange } = props;
  return (
    <SelectControl<Country>
      control={control}
      value={value}
      options={fromCountries([]).map(optionOf)}
      onChange={onChange}
    />
  );
}

function NonIntegratedControl({ control, value, onChange }: FromCountryControlProps) {
  const styles = useStyles();
  const { entity } = useSync();
  const { rows } = useList(CHANNELS, {}, 1, CHANNELS_MOST);
  const known = nonIntegratedFrom(
    entity,
    rows.map(({ row }) => row),
  );
  return (
    <>
      <SelectControl<Country>
        control={control}
        value={value}
        options={fromCountries(known).map(optionOf)}
        onChange={onChange}
      />
      <span className={styles.note}>
        {`Non-integrated channels of ${COUNTRIES[entity].inText} ship from ${known.join(', ')}. These countries are listed first.`}
      </span>
    </>
  );
}
