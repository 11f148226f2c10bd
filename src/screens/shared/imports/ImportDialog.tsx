import { useEffect, useMemo, useRef, useState } from 'react';
import { importedResource, rateFileById } from '../../../contract/rateImports/resources.ts';
import { downloadTemplate } from '../../../contract/templates.ts';
import { batchNameOf } from '../../../domain/import/batch.ts';
import { nameInText } from '../../../domain/format.ts';
import { doneCount } from '../../../domain/import/countsText.ts';
import {
  isOfAddresses,
  successText,
  takesSeveralFiles,
  type ImportDeclaration,
} from '../../../domain/import/declaration.ts';
import { applyImport, discardImport, importLeavingTheirs, importOverTheirs } from '../../../sync/actions/imports.ts';
import { writeTemplate } from '../../../sync/excelClient/writer.ts';
import { downloadUrl } from '../../../sync/hooks/downloadUrl.ts';
import { followImport } from '../../../sync/hooks/followImport.ts';
import { useImport, type QueuedImport } from '../../../sync/hooks/useImports.ts';
import { useImportWork } from '../../../sync/hooks/useImportWork.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { failureText } from '../../../ui/form/failureText.ts';
import { UploadDialog } from '../../../ui/upload/UploadDialog.tsx';
import type { UploadEngine, UploadState } from '../../../ui/upload/uploadTypes.ts';
import { useUi, type Notify } from '../../../ui/UiContext.ts';
import { CONSEQUENCES } from './consequences.ts';
import { importNotice } from './importNotice.ts';
import { saveBlob } from '../saveBlob.ts';
import { useDownload } from './useDownload.ts';
import { submissionOf } from './submissionOf.ts';
import { takeUnitBack } from './takeUnitBack.ts';
import { backgroundText, waitsText } from './waitTexts.ts';

type SyncClient = ReturnType<typeof useSync>['client'];

interface ImportDialogProps {
  declaration: ImportDeclaration;
  /**
   * An import that was not applied, to be compared again and corrected; it is left unchanged until a new one is applied
   * in its place.
   */
  from?: QueuedImport;
  close: () => void;
}

/** Marks an import that was reopened and has not been validated since. */
const BEFORE = 'before';

/**
 * A queued import together with the validation of the files that were sent; validating them again makes it a different
 * import.
 */
interface Made {
  id: string;
  of: UploadState['check'] | typeof BEFORE;
}

/** A queued import's files, as they would be sent. */
const filesOf = ({ files }: QueuedImport): File[] =>
  files.flatMap(({ name, blob }) => (blob ? [new File([blob], name, { type: blob.type })] : []));

/** Reports an import's progress after its dialog was closed. */
function sayImport(
  client: SyncClient,
  notify: Notify,
  id: string,
  { first = null, success }: { first?: string | null; success: string },
): void {
  const undo = ({ entity, receipt }: QueuedImport) => {
    if (!receipt || receipt.repeated || doneCount(receipt.counts) === 0) return null;
    const key = client.env.uuid();
    return () => void takeUnitBack(client, notify, { entity, id: receipt.id, noun: 'import' }, key);
  };
  const noticeOf = importNotice(notify, first, success, undo);
  followImport(client, id, row => noticeOf(row, client.status.getSnapshot().network !== 'offline'));
}

/**
 * The dialog of an import, generated from its declaration: validated here, sent from the queue, and with its result
 * shown where it was started (UPLOAD-1).
 */
export function ImportDialog({ declaration, from, close }: ImportDialogProps) {
  const { client, entity } = useSync();
  const { notify, online } = useUi();
  const { work, state } = useImportWork(
    declaration.id,
    from ? { files: filesOf(from), batchName: from.batchName ?? null } : null,
  );
  const [made, setMade] = useState<Made | null>(from ? { id: from.id, of: BEFORE } : null);
  const { batches } = importedResource(declaration.id) ?? {};
  const named = batches !== undefined && batches.unnamed !== true;
  const id = made?.id ?? null;
  const queued = useImport(id);
  const success = successText(declaration);
  const notified = useRef(false);
  const download = useDownload();
  /** Whether this dialog is about to replace the import that it shows. */
  const replacing = useRef(false);
  // Right after another import was queued, the previous one is still loaded.
  const stateNow = queued?.id === id ? queued?.state : undefined;
  const waits = waitsText(queued, online);

  useEffect(() => {
    if (notified.current || replacing.current) return;
    if (stateNow === 'discarded') notify.warning('The import was discarded.');
    else if (id !== null && (stateNow === 'applied' || waits !== null)) sayImport(client, notify, id, { success });
    else return;
    notified.current = true;
    close();
  }, [client, close, id, notify, stateNow, notified, waits, success]);

  const engine = useMemo<UploadEngine>(
    () => ({
      add: files => work.add(files),
      remove: name => work.remove(name),
      map: (name, choices) => work.map(name, choices),
      forgetMapping: name => work.forgetMapping(name),
      chooseEncoding: (name, encoding) => work.chooseEncoding(name, encoding),
      chooseColumns: (name, choice) => work.chooseColumns(name, choice),
      forgetColumns: name => work.forgetColumns(name),
      chooseSheet: (name, sheet) => work.chooseSheet(name, sheet),
      edit: (fileId, row, texts) => work.edit(fileId, row, texts),
      replace: (key, value, by) => work.replace(key, value, by),
      unclearNumber: () => work.ask(api => api.unclearNumber()),
      writeNumbers: (fileId, style) => work.writeNumbers(fileId, style),
      alike: (key, value) => work.ask(api => api.alike(key, value)),
      wrongRows: (from, count, rule) => work.ask(api => api.wrongRows(from, count, rule)),
      changes: (change, from, count) => work.ask(api => api.changes(change, from, count)),
      saveDetails: async (fileId, name) => {
        const blob = await work.ask(api => api.workbook(fileId, true));
        if (blob) saveBlob(`${name.replace(/\.[^.]*$/, '')} errors.xlsx`, blob);
      },
      discard: () => work.discard(),
    }),
    [work],
  );

  /** After a new comparison, an earlier review no longer applies. */
  const outdated = made?.of === BEFORE && stateNow === 'review' && state.compare !== null;

  const compareAgain = async () => {
    const kept = await work.compareAgain();
    if (!made || made.id === from?.id) return;
    // Without a stored draft, a reload would lose all work, so the earlier import is discarded only when another one
    // replaces it.
    if (!kept) return setMade({ ...made, of: BEFORE });
    setMade(null);
    await discardImport(client, made.id);
  };

  /** Resolves a review; an import that failed or was refused is resent with the current files. */
  const apply = async () => {
    // After a correction, this is a different import; a comparison that finishes meanwhile does not make it one.
    if (made && stateNow === 'review' && made.of === state.check) return importOverTheirs(client, made.id);
    const files = await work.forSending();
    // Rate table drafts are not on this device, so the server compares them and reports the effect before it applies
    // anything.
    const since = rateFileById(declaration.id) ? null : await work.comparedSince();
    const brings = await work.brings();
    const { check, batchName } = work.getSnapshot();
    const added = {
      entity,
      importId: declaration.id,
      callId: declaration.callId,
      title: `Import ${declaration.title}`,
      files,
      since,
      brings,
      ...(named && batchName?.trim() ? { batchName: batchName.trim() } : {}),
    };
    // This dialog does not report the outcome of the earlier import.
    replacing.current = true;
    try {
      const next = await applyImport(client, { added, former: id });
      if (next === null) {
        notified.current = true;
        notify.warning('The import was resent, replaced or discarded in another tab, so it was not imported again.');
        return close();
      }
      setMade({ id: next, of: check });
      await work.sent();
    } finally {
      replacing.current = false;
    }
  };

  const templateHref = downloadUrl(downloadTemplate, { fileName: declaration.templateFile }, entity);
  const template = async () => ({ name: declaration.templateFile, blob: await writeTemplate(declaration.id) });

  return (
    <UploadDialog
      title={declaration.checksOnly ? `Upload ${nameInText(declaration.title)}` : `Import ${declaration.title}`}
      templateHref={templateHref}
      onDownload={(event, url) => download(event, url, url === templateHref ? template : undefined)}
      columns={declaration.columns}
      action={declaration.action}
      byNames={(declaration.places ?? []).flatMap(({ id: column, names }) =>
        column !== null && names.length > 0 ? [column] : [],
      )}
      addresses={isOfAddresses(declaration)}
      multiple={takesSeveralFiles(declaration)}
      batch={
        named
          ? {
              name: state.batchName ?? batchNameOf(state.files[0]?.name ?? ''),
              onName: name => work.nameBatch(name),
            }
          : null
      }
      overwrite={
        declaration.overwrite
          ? { question: declaration.overwrite.question, note: declaration.overwrite.whole?.[entity] ?? null }
          : null
      }
      question={declaration.question ?? null}
      Consequence={CONSEQUENCES[declaration.id]}
      state={state}
      engine={engine}
      submission={outdated ? null : submissionOf(queued)}
      onApply={apply}
      onLeave={async () => {
        if (id !== null) await importLeavingTheirs(client, id);
      }}
      onCompareAgain={compareAgain}
      onBackground={() => {
        if (id !== null) sayImport(client, notify, id, { first: backgroundText(queued), success });
        close();
      }}
      onClose={() => {
        // Cancel also discards an import that has not been applied.
        notified.current = true;
        if (id !== null && id !== from?.id)
          discardImport(client, id).catch((error: unknown) =>
            notify.error(`The import was not discarded. ${failureText(error)} Discard it in "Changes on this device".`),
          );
        close();
      }}
    />
  );
}
