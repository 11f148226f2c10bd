import { Button, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useEffect, useId, useRef, useState } from 'react';
import { importUsers, type UserRow } from '../../contract/admin.ts';
import type { CallOutput } from '../../contract/call.ts';
import { sheetsText } from '../../domain/import/headers.ts';
import { isUsersHead, readUsersFile, USER_COLUMNS, type UsersFile } from '../../domain/usersFile.ts';
import { administer } from '../../sync/actions/administer.ts';
import type { OpenedFile } from '../../sync/excelClient/api.ts';
import { ExcelClient } from '../../sync/excelClient/client.ts';
import { writeTable } from '../../sync/excelClient/writer.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { FILE_TYPES } from '../../ui/upload/fileTypes.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { saveBlob } from '../shared/saveBlob.ts';
import { errorText } from '../../domain/errorText.ts';
import { passwordLinks } from './passwordLink.ts';

/** Maximum number of rows in a file, which is also the call's limit. */
const MOST = 1000;

type Result = CallOutput<typeof importUsers>;

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  problem: { color: tokens.colorStatusDangerForeground1, overflowWrap: 'anywhere' },
  scroll: { maxHeight: '46vh', overflow: 'auto' },
});

const RESULTS = { added: 'Added', changed: 'Changed', unchanged: 'Unchanged', refused: 'Refused' } as const;

const EXAMPLE = [[...USER_COLUMNS], ['ana@company.example', 'Ana', 'Normal', 'All', 'ID, MY', 'editor']];

/**
 * Finds the visible sheet that contains the users.
 * @throws Error with a user-facing message if several sheets do, or if a text file does not declare its encoding
 */
function usersSheet({ fileName, sheets, encodings }: OpenedFile): number {
  if (encodings)
    throw new Error(
      `"${fileName}" does not declare its text encoding. Save it in Excel as "CSV UTF-8" or as .xlsx and choose it again.`,
    );
  const visible = [...sheets.keys()].filter(at => sheets[at]?.hidden === false);
  const fitting = visible.filter(at => sheets[at]?.head.some(({ cells }) => isUsersHead(cells)));
  if (fitting.length > 1)
    throw new Error(
      `"${fileName}" has ${sheetsText(fitting.map(at => sheets[at]?.name ?? ''))}. Keep the sheet to import, remove or hide the others, and choose the file again.`,
    );
  return fitting[0] ?? visible[0] ?? 0;
}

async function readRows(excel: ExcelClient, file: File): Promise<UsersFile> {
  const opened = await excel.open(file);
  if (!opened.ok) throw new Error(opened.problem.message);
  const read = await excel.read(opened.value, usersSheet(opened.value), () => undefined);
  if (!read.ok) throw new Error(read.problem.message);
  if (read.value.rows > MOST + 200) throw new Error(`${file.name} has more than ${MOST} users. Split the file.`);
  const rows = await excel.rows(opened.value, 0, read.value.rows);
  if (!rows.ok) throw new Error(rows.problem.message);
  // Rows by their numbers in the spreadsheet, so that an error refers to the row shown there.
  const cells: string[][] = [];
  for (const { number, cells: row } of rows.value) {
    while (cells.length < number - 1) cells.push([]);
    cells.push([...row]);
  }
  const found = readUsersFile(cells);
  if (found.users.length > MOST) throw new Error(`${file.name} has more than ${MOST} users. Split the file.`);
  return found;
}

/**
 * Imports users from a spreadsheet: parsed and validated on the device, previewed by the server, and applied all or
 * nothing (USER-3).
 */
export function ImportUsers({ close, refresh }: ListDialogProps<UserRow>) {
  const styles = useStyles();
  const facts = useFactStyles();
  const { client, entity } = useSync();
  const { notify, showOnce } = useUi();
  const input = useId();
  const excel = useRef<ExcelClient | null>(null);
  const [busy, setBusy] = useState(false);
  const [file, setFile] = useState<UsersFile | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => excel.current?.cancel(), []);

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const choose = (chosen: File) =>
    run(async () => {
      setResult(null);
      setFile(null);
      excel.current ??= new ExcelClient();
      const read = await readRows(excel.current, chosen);
      setFile(read);
      // Also if some rows cannot be read, so that a person corrects everything in the file at once.
      if (read.users.length > 0)
        setResult(await administer(client, entity, importUsers, { preview: true, users: read.users }));
    });
  const apply = () =>
    run(async () => {
      const done = await administer(client, entity, importUsers, { users: file?.users ?? [] });
      notify.success(
        `File import successful: ${done.rows.filter(row => row.result !== 'unchanged').length} of ${done.rows.length} users`,
      );
      refresh();
      const links = done.rows.filter(row => row.passwordLink !== null);
      if (links.length === 0) return setResult(done);
      // In the shell, because a switch of the country in another window removes this dialog with its page. The preview
      // has shown what happens to each user.
      showOnce(passwordLinks(links));
      return close();
    });
  const template = async () => saveBlob('users.xlsx', await writeTable('Users', EXAMPLE));

  const refused = result?.rows.filter(row => row.result === 'refused').length ?? 0;
  const unread = file?.problems.length ?? 0;
  return (
    <InfoDialog
      title="Import Users"
      wide
      onClose={close}
      actions={
        <>
          <Button icon={<ArrowDownloadRegular />} onClick={() => void template()}>
            Template
          </Button>
          {result?.applied !== true && (
            <Button
              appearance="primary"
              disabled={busy || result === null || refused > 0 || unread > 0}
              onClick={() => void apply()}
            >
              Apply
            </Button>
          )}
        </>
      }
    >
      <div className={styles.column}>
        <label htmlFor={input}>
          A spreadsheet with the columns {USER_COLUMNS.join(', ')}. Nothing is uploaded until it has been checked here.
        </label>
        <input
          id={input}
          type="file"
          accept={FILE_TYPES}
          disabled={busy}
          onChange={event => {
            const [chosen] = event.target.files ?? [];
            if (chosen) void choose(chosen);
          }}
        />
        {busy && <Spinner size="tiny" label="Checking" />}
        {problem !== null && (
          <div role="alert" className={styles.problem}>
            {problem}
          </div>
        )}
        {file !== null && unread > 0 && (
          <ul className={styles.problem} aria-label="Problems in the file">
            {file.problems.slice(0, 50).map(({ row, problem: text }) => (
              <li key={`${row} ${text}`}>
                Row {row}: {text}
              </li>
            ))}
          </ul>
        )}
        {result !== null && (
          <div className={styles.scroll}>
            <FactTable
              label="What happens to each user"
              heads={['E-mail', result.applied ? 'Result' : 'Expected result', 'Details']}
            >
              {result.rows.map(row => (
                <tr key={`${row.email} ${row.result}`}>
                  <td className={facts.cell}>{row.email}</td>
                  <td className={facts.cell}>{RESULTS[row.result]}</td>
                  <td className={facts.cell}>{row.message}</td>
                </tr>
              ))}
            </FactTable>
          </div>
        )}
      </div>
    </InfoDialog>
  );
}
