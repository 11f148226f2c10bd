import { Checkbox } from '@fluentui/react-components';
import { labelOf } from '../../../contract/resource.ts';
import { channelConfig } from '../../../contract/resources/channelConfig.ts';
import type { Row } from '../../../sync/types.ts';
import { useChannelPageStyles } from '../ChannelPage.tsx';
import { settingWords } from '../Differences.tsx';
import { useCopyStyles } from './copyStyles.ts';

interface SettingsPickerProps {
  /** The settings of the group. */
  fields: readonly string[];
  /** The source channel, including its pending changes. */
  source: Row;
  left: ReadonlySet<string>;
  onLeft: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

/** Lets the person choose which settings of a group to copy. */
export function SettingsPicker({ fields, source, left, onLeft }: SettingsPickerProps) {
  const styles = useCopyStyles();
  const page = useChannelPageStyles();
  return (
    <fieldset className={styles.part}>
      <legend className={styles.heading}>Settings to copy</legend>
      <div className={styles.boxes}>
        {fields.map(name => (
          <Checkbox
            key={name}
            checked={!left.has(name)}
            label={`${labelOf(channelConfig, name)}: ${settingWords(name, source[name])}`}
            onChange={(_, { checked }) =>
              onLeft(before => {
                const next = new Set(before);
                if (checked === true) next.delete(name);
                else next.add(name);
                return next;
              })
            }
          />
        ))}
      </div>
      {fields.every(name => left.has(name)) && <p className={page.note}>Choose at least one setting.</p>}
    </fieldset>
  );
}
