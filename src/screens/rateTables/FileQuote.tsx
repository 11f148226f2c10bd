import { useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { errorText } from '../../domain/errorText.ts';
import { hasCepRanges } from '../../domain/cdt/levels.ts';
import { formatCount } from '../../domain/format.ts';
import { countText } from '../../domain/import/countsText.ts';
import { quoteFile } from '../../sync/actions/quoteFile.ts';
import { writeTable } from '../../sync/excelClient/writer.ts';
import type { ReadVersion } from '../../sync/actions/rateTables.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { FileDrop } from '../../ui/upload/FileDrop.tsx';
import { saveBlob } from '../shared/saveBlob.ts';
import { useLooks } from './looks.ts';
import { versionTitle } from './versionState.tsx';

/** The headings of a parcel file, with an example below each; those of CEPs are only for countries with CEPs. */
const TEMPLATE: readonly (readonly [string, string])[] = [
  ['Reference', 'A-1'],
  ['Origin Location ID', ''],
  ['Destination Location ID', ''],
  ['Origin Address', ''],
  ['Destination Address', ''],
  ['Origin CEP', ''],
  ['Destination CEP', ''],
  ['Weight kg', '1'],
  ['Length cm', ''],
  ['Width cm', ''],
  ['Height cm', ''],
  ['Measured weight kg', ''],
  ['Measured length cm', ''],
  ['Measured width cm', ''],
  ['Measured height cm', ''],
  ['Order value', ''],
  ['COD amount', ''],
  ['Shop group ID', ''],
];

interface FileQuoteProps {
  /** The version used for quoting; null if there is none. */
  read: ReadVersion | null;
}

/**
 * Quotes a file of parcels in a worker: the result is the file with an additional column for each line. Also works
 * offline.
 */
export function FileQuote({ read }: FileQuoteProps) {
  const styles = useLooks();
  const { client, entity } = useSync();
  const [share, setShare] = useState<number | null>(null);
  const [said, setSaid] = useState<{ text: string; problem: boolean } | null>(null);
  const running = useRef<AbortController | null>(null);
  const fail = (error: unknown) => setSaid({ text: errorText(error), problem: true });
  const run = async (file: File) => {
    if (!read) return;
    const ending = new AbortController();
    running.current = ending;
    setSaid(null);
    setShare(0);
    try {
      const answer = await quoteFile(client, entity, { file, read }, ending.signal, setShare);
      if ('problem' in answer) setSaid({ text: answer.problem, problem: true });
      else {
        saveBlob(answer.name, answer.blob);
        setSaid({
          text: `${answer.name} was saved: ${countText(answer.rows, 'parcel')}, ${formatCount(answer.priced)} with a price, ${formatCount(answer.unpriced)} without one.${answer.note && ` ${answer.note}`}`,
          problem: false,
        });
      }
    } catch (error) {
      if (!ending.signal.aborted) fail(error);
    } finally {
      running.current = null;
      setShare(null);
    }
  };
  const template = () => {
    const columns = TEMPLATE.filter(([heading]) => hasCepRanges(entity) || !heading.endsWith('CEP'));
    void writeTable('Parcels', [columns.map(([heading]) => heading), columns.map(([, example]) => example)]).then(
      blob => saveBlob('parcels.xlsx', blob),
      fail,
    );
  };
  return (
    <section className={styles.card} aria-label="Quote a file">
      <div className={styles.bar}>
        <h2 className={styles.title}>Quote a file of parcels</h2>
        <span className={styles.grow} />
        <Button size="small" onClick={template}>
          Template
        </Button>
      </div>
      <p className={styles.note}>
        {read
          ? `Each row is quoted with ${versionTitle(read.version)} on this device. Places are location IDs or names, such as "Coblong, Bandung". The result is your file with a column for each line of ESF and ASF.`
          : 'Choose a channel and a version above to quote the file.'}
      </p>
      {read && share === null && (
        <FileDrop multiple={false} small disabled={false} onFiles={files => files[0] && void run(files[0])} />
      )}
      {share !== null && (
        <div className={styles.bar}>
          <ProgressBar value={share} aria-label="Parcels quoted" />
          <span className={styles.note}>{Math.floor(share * 100)} %</span>
          <Button onClick={() => running.current?.abort()}>Cancel</Button>
        </div>
      )}
      {said && (
        <p className={said.problem ? styles.problem : styles.note} role="alert">
          {said.text}
        </p>
      )}
    </section>
  );
}
