import { useId, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDownloadRegular, ArrowUploadRegular, HistoryRegular } from '@fluentui/react-icons';
import { PageButton } from '../shared/PageButton.tsx';
import { importById } from '../../contract/imports/registry.ts';
import { locationCdt } from '../../contract/resources/locationCdt.ts';
import { downloadTemplate } from '../../contract/templates.ts';
import { writeTemplate } from '../../sync/excelClient/writer.ts';
import { downloadUrl } from '../../sync/hooks/downloadUrl.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useDownload } from '../shared/imports/useDownload.ts';
import { useCardStyles } from './cardStyles.ts';
import { cdtLogHref } from './paths.ts';

const ImportDialog = lazyPart(() => import('../shared/imports/ImportDialog.tsx').then(module => module.ImportDialog));

/**
 * Buttons for the template, the import and the operation history; the first two require the write permission (CDT-3,
 * G36).
 */
export function ImportCard() {
  const styles = useCardStyles();
  const heading = useId();
  const { entity } = useSync();
  const { can } = useUi();
  const download = useDownload();
  const [importing, setImporting] = useState(false);
  const declaration = importById(locationCdt.id);
  const writes = can(`${locationCdt.feature}.write`);
  if (!declaration) return null;
  const { templateFile } = declaration;
  const href = downloadUrl(downloadTemplate, { fileName: templateFile }, entity);
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        Import
      </h2>
      <p className={styles.text}>
        {writes
          ? 'A file replaces all delivery lead times of the channels it contains.'
          : 'You can view delivery lead times, but not import them. Ask an administrator for the right to change them.'}
        {writes && declaration.overwrite?.whole?.[entity] !== undefined && ` ${declaration.overwrite.whole[entity]}`}
      </p>
      <div className={styles.line}>
        {writes && (
          <>
            <Button appearance="primary" icon={<ArrowUploadRegular />} onClick={() => setImporting(true)}>
              Import With Excel File
            </Button>
            <Button
              as="a"
              icon={<ArrowDownloadRegular />}
              href={href}
              target="_blank"
              rel="noreferrer"
              onClick={event =>
                download(event, href, async () => ({ name: templateFile, blob: await writeTemplate(declaration.id) }))
              }
            >
              Download template
            </Button>
          </>
        )}
        {can(`${locationCdt.feature}.read`) && (
          <PageButton icon={<HistoryRegular />} appearance="subtle" href={cdtLogHref()}>
            Operation History
          </PageButton>
        )}
      </div>
      {importing && <ImportDialog declaration={declaration} close={() => setImporting(false)} />}
    </section>
  );
}
