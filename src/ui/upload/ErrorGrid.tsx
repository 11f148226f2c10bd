import { useState } from 'react';
import { Button, Select, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { RuleName } from '../../domain/import/rules.ts';
import { ErrorLine } from './ErrorLine.tsx';
import { LongList } from './LongList.tsx';
import { NumbersQuestion } from './NumbersQuestion.tsx';
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
  /** If there are several files, each row shows the name of its file. */
  named: boolean;
  disabled: boolean;
}

const useStyles = makeStyles({
  /** Keeps the button at the end of the first line, however long the record's description is. */
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

/** The record to which a row refers, as far as the file identifies it. */
const recordText = ({ places, key }: WrongRow): string => [placesText(places), keyText(key)].filter(Boolean).join(', ');

/**
 * The rows with errors, optionally filtered by rule. Each invalid cell can be corrected in place, and each row can be
 * skipped.
 */
export function ErrorGrid({ engine, check, revision, named, disabled }: ErrorGridProps) {
  const styles = useStyles();
  const upload = useUploadStyles();
  const [rule, setRule] = useState<RuleName | ''>('');
  const [total, setTotal] = useState(check.wrongRows);
  // The last error of the selected rule may have been corrected meanwhile.
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
      {check.byRule.some(({ rule: name }) => name === 'twoNumbers') && (
        <NumbersQuestion key={revision} engine={engine} named={named} disabled={disabled} />
      )}
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
              // A different row gets a new key, so that neither the focus nor a second press carries over to its
              // button.
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
                aria-label={`Skip this row: row ${row.row}${named ? ` of ${row.fileName}` : ''}`}
                disabled={disabled}
                onClick={() => void engine.edit(row.fileId, row.row, emptied(row))}
              >
                Skip this row
              </Button>
            </div>
            {row.errors.map(error => (
              <ErrorLine
                // A different row's cell gets a new key, so that text typed here does not carry over.
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
