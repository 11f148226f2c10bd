import { useState } from 'react';
import { Button, Select, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { RuleName } from '../../domain/import/rules.ts';
import { ErrorLine } from './ErrorLine.tsx';
import { LongList } from './LongList.tsx';
import { emptied, keyText, placesText } from './previewTexts.ts';
import type { UploadCheck, UploadEngine } from './uploadTypes.ts';
import type { WrongRow } from '../../contract/importRows.ts';
import { useUploadStyles } from './uploadStyles.ts';
import { FOCUS_ROW } from './useFocusKept.ts';
import { PHONE } from '../useMedia.ts';

interface ErrorGridProps {
  engine: UploadEngine;
  check: UploadCheck;
  revision: number;
  /** There are several files, so each row names its file. */
  named: boolean;
  disabled: boolean;
}

const useStyles = makeStyles({
  /** The button stays at the end of the first line, however long the record's description is. */
  head: { alignItems: 'flex-start', flexWrap: 'nowrap', [`@media ${PHONE}`]: { flexWrap: 'wrap' } },
  action: { flexShrink: 0 },
  record: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalM,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  title: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
});

/** The record that a row is about, as far as the file identifies it. */
const recordText = ({ places, key }: WrongRow): string => [placesText(places), keyText(key)].filter(Boolean).join(', ');

/**
 * Rows with errors, filtered by rule if one is chosen; each wrong cell can be corrected in place, or its row left out.
 */
export function ErrorGrid({ engine, check, revision, named, disabled }: ErrorGridProps) {
  const styles = useStyles();
  const upload = useUploadStyles();
  const [rule, setRule] = useState<RuleName | ''>('');
  const [total, setTotal] = useState(check.wrongRows);
  // The last error of the chosen rule may have been corrected.
  const chosen = check.byRule.some(known => known.rule === rule) ? rule : '';
  const count = chosen === '' ? check.wrongRows : total;
  const load = async (from: number, most: number) => {
    const answer = await engine.wrongRows(from, most, chosen === '' ? undefined : chosen);
    if (answer) setTotal(answer.total);
    return answer?.rows ?? null;
  };
  return (
    <>
      <div className={upload.line}>
        <label htmlFor="upload-rule">Show</label>
        <Select
          id="upload-rule"
          size="small"
          value={chosen}
          onChange={(_, { value }) => {
            setRule(value as RuleName | '');
            setTotal(check.byRule.find(known => known.rule === value)?.errors ?? check.wrongRows);
          }}
        >
          <option value="">All errors ({check.errors.toLocaleString('en-US')})</option>
          {check.byRule.map(({ rule: name, label, errors }) => (
            <option key={name} value={name}>
              {label} ({errors.toLocaleString('en-US')})
            </option>
          ))}
        </Select>
      </div>
      <LongList<WrongRow>
        key={chosen}
        label="Rows with errors"
        total={count}
        rowHeight={96}
        stamp={`${revision}/${chosen}`}
        load={load}
      >
        {row => (
          <>
            <div
              // A new key for another row: its button is a different one, so the focus and a second press must not
              // carry over.
              key={`${row.fileId}/${row.row}`}
              className={mergeClasses(upload.line, upload.spread, styles.head)}
            >
              <span className={styles.record}>
                <span className={styles.title}>
                  Row {row.row}
                  {named && `, ${row.fileName}`}
                </span>
                <span className={upload.quiet}>{recordText(row)}</span>
              </span>
              <Button
                {...FOCUS_ROW}
                className={mergeClasses(upload.begins, styles.action)}
                size="small"
                appearance="subtle"
                aria-label={`Leave this row out: row ${row.row}${named ? ` of ${row.fileName}` : ''}`}
                disabled={disabled}
                onClick={() => void engine.edit(row.fileId, row.row, emptied(row))}
              >
                Leave this row out
              </Button>
            </div>
            {row.errors.map(error => (
              <ErrorLine
                // A new key for another row's cell, so that text typed here does not carry over.
                key={`${row.fileId}/${row.row}/${error.key}/${error.rule}/${error.value}`}
                error={error}
                disabled={disabled}
                alike={engine.alike}
                onEdit={text => engine.edit(row.fileId, row.row, { [error.key]: text })}
                onReplace={by => engine.replace(error.key, error.value, by)}
              />
            ))}
          </>
        )}
      </LongList>
    </>
  );
}
