import { useState } from 'react';
import { Button, Checkbox, Input } from '@fluentui/react-components';
import type { ListRow } from '../../../contract/listData.ts';
import { channelTypeText } from '../../../domain/channelConfig/channel.ts';
import { fold } from '../../../domain/fold.ts';
import { formatCount } from '../../../domain/format.ts';
import type { Row } from '../../../sync/types.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PlainSelect } from '../../../ui/PlainSelect.tsx';
import { useChannelPageStyles } from '../ChannelPage.tsx';
import { STEP, useCopyStyles } from './copyStyles.ts';

const matches = (row: Row, words: readonly string[]): boolean => {
  const text = fold(
    `${String(row['channelId'])} ${String(row['channelName'])} ${String(row['display_name'])} ${channelTypeText(Number(row['channel_type']))}`,
  );
  return words.every(word => text.includes(word));
};

interface TargetsPickerProps {
  /** The channels that may be chosen. */
  others: readonly ListRow<Row>[];
  chosen: ReadonlySet<number>;
  onChosen: (change: (before: ReadonlySet<number>) => ReadonlySet<number>) => void;
}

/** Lets the person choose the target channels from a searchable list. */
export function TargetsPicker({ others, chosen, onChosen }: TargetsPickerProps) {
  const styles = useCopyStyles();
  const page = useChannelPageStyles();
  const [text, setText] = useState('');
  const [country, setCountry] = useState('');
  const [shown, setShown] = useState(STEP);
  const words = fold(text.trim()).split(/\s+/).filter(Boolean);
  const found = others.filter(({ row }) => (country === '' || row['from_country'] === country) && matches(row, words));
  const countries = [...new Set(others.map(({ row }) => String(row['from_country'])))].toSorted();
  const choose = (ids: readonly number[], on: boolean) =>
    onChosen(before => {
      const next = new Set(before);
      for (const own of ids)
        if (on) next.add(own);
        else next.delete(own);
      return next;
    });
  const foundIds = found.map(({ row }) => Number(row['channelId']));
  const foundChosen = foundIds.filter(own => chosen.has(own)).length;
  const targets = others.filter(({ row }) => chosen.has(Number(row['channelId'])));
  return (
    <fieldset className={styles.part}>
      <legend className={styles.heading}>Target channels</legend>
      <div className={styles.filters}>
        <Input
          className={styles.search}
          value={text}
          placeholder="Search by ID, name or type"
          aria-label="Search channels"
          onChange={(_, data) => setText(data.value)}
        />
        <PlainSelect label="From Country" value={country} onChange={setCountry}>
          <option value="">Any from-country</option>
          {countries.map(code => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </PlainSelect>
      </div>
      <div className={styles.targets}>
        {found.length > 0 && (
          <Checkbox
            label={`All ${formatCount(found.length)} listed (${formatCount(foundChosen)} chosen)`}
            checked={foundChosen === 0 ? false : foundChosen === found.length ? true : 'mixed'}
            onChange={(_, { checked }) => choose(foundIds, checked === true)}
          />
        )}
        <div className={styles.boxes}>
          {found.slice(0, shown).map(({ key, row }) => (
            <Checkbox
              key={key}
              label={`${String(row['channelId'])} ${String(row['channelName'])}, ${String(row['from_country'])}`}
              checked={chosen.has(Number(row['channelId']))}
              onChange={(_, { checked }) => choose([Number(row['channelId'])], checked === true)}
            />
          ))}
        </div>
        {found.length > shown && (
          <Button size="small" appearance="subtle" onClick={() => setShown(shown + STEP)}>
            {`Show more of ${formatCount(found.length)}`}
          </Button>
        )}
        {found.length === 0 && (
          <EmptyState
            title={others.length === 0 ? 'This country has no other channel' : 'No channel matches'}
            {...(others.length === 0 ? {} : { hint: 'Clear the search or the from-country.' })}
          />
        )}
      </div>
      <div className={styles.line}>
        <span className={page.note}>{`${formatCount(targets.length)} chosen`}</span>
        {targets.length > 0 && (
          <Button size="small" appearance="subtle" onClick={() => onChosen(() => new Set())}>
            Clear
          </Button>
        )}
      </div>
    </fieldset>
  );
}
