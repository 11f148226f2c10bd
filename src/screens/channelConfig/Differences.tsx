import { Fragment, type ReactNode } from 'react';
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { wordOf } from '../../contract/recordChange.ts';
import { fieldOf, labelOf } from '../../contract/resource.ts';
import { channelConfig } from '../../contract/resources/channelConfig.ts';
import { LIVE_CONFIRMATION } from '../../domain/channelConfig/channel.ts';
import { listChange } from '../../domain/listChange.ts';
import { changedFields } from '../../domain/merge.ts';
import type { Row } from '../../sync/types.ts';
import { ChangedText } from '../../ui/ChangedText.tsx';
import { useFactStyles } from '../shared/factStyles.ts';
import { Affected } from './Affected.tsx';

/** A setting in words; an unset one is shown as "/". */
export const settingText = (name: string, value: unknown): string => wordOf(fieldOf(channelConfig, name), value);

/**
 * A setting in words, for display next to another channel's value: ids in a list are separated by spaces, and an unset
 * setting is shown as a word.
 */
export function settingWords(name: string, value: unknown): string {
  const text = settingText(name, value);
  return text === '/' ? 'Not set' : LISTS.has(name) ? text.replaceAll(',', ', ') : text;
}

const LISTS = new Set(['seller_location', 'warehouse_location']);

/** Renders a setting's words; ids are never broken at a hyphen. */
export function SettingValue({ name, value }: { name: string; value: unknown }) {
  const styles = useStyles();
  const words = settingWords(name, value);
  if (!LISTS.has(name)) return words;
  const ids = words.split(', ');
  return ids.map((id, at) => (
    <Fragment key={id}>
      <span className={styles.id}>{at < ids.length - 1 ? `${id},` : id}</span>{' '}
    </Fragment>
  ));
}

/** Columns have the same width in every question, and words are not broken. */
const useStyles = makeStyles({
  table: { tableLayout: 'fixed', '& th, & td': { overflowWrap: 'break-word' } },
  name: { width: '34%', '@media (max-width: 640px)': { width: '28%' } },
  id: { whiteSpace: 'nowrap' },
});

/** Lists the changed settings one by one. */
export function Differences({ before, after }: { before: Row; after: Row }) {
  const styles = useFactStyles();
  const own = useStyles();
  const changed = Object.keys(changedFields(before, after));
  return (
    <table className={mergeClasses(styles.table, own.table)} aria-label="What changes">
      <thead className={styles.head}>
        <tr>
          <th scope="col" className={mergeClasses(styles.cell, own.name)}>
            Setting
          </th>
          <th scope="col" className={styles.cell}>
            Now
          </th>
          <th scope="col" className={styles.cell}>
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {changed.map(name => (
          <tr key={name}>
            <th scope="row" className={styles.cell}>
              {labelOf(channelConfig, name)}
            </th>
            {listChange(settingText(name, before[name]), settingText(name, after[name])) ? (
              <td className={styles.cell} colSpan={2}>
                <ChangedText before={settingText(name, before[name])} after={settingText(name, after[name])} />
              </td>
            ) : (
              <>
                <td className={styles.cell}>
                  <SettingValue name={name} value={before[name]} />
                </td>
                <td className={styles.cell}>
                  <SettingValue name={name} value={after[name]} />
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * The confirmation for changes to the live environment, with the changes to confirm; null if nothing changes (CHC-18,
 * G34).
 */
export const liveQuestion = (before: Row, after: Row): { title: string; children: ReactNode } | null =>
  Object.keys(changedFields(before, after)).length === 0
    ? null
    : {
        title: LIVE_CONFIRMATION,
        children: (
          <>
            <Differences before={before} after={after} />
            <Affected channelId={Number(before['channelId'])} before={before} after={after} />
          </>
        ),
      };
