import { Button } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { addToWhitelist, listWhitelist, removeFromWhitelist } from '../../contract/admin.ts';
import { countText } from '../../domain/import/countsText.ts';
import { SYSTEM } from '../../domain/permission.ts';
import { newEmailProblem } from '../../domain/email.ts';
import { emailError } from '../../domain/validate.ts';
import { administer } from '../../sync/actions/administer.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { DeletionQuestion } from '../shared/DeletionQuestion.tsx';
import { TextControl } from '../../ui/form/controls.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { YesNo } from '../../ui/YesNo.tsx';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { SearchInput } from '../shared/SearchInput.tsx';
import { useSearchBox } from '../shared/useSearchBox.ts';
import { ServerBody } from '../shared/ServerBody.tsx';
import { useAskedForm } from '../shared/useAskedForm.ts';
import { SystemAdminButton } from './SystemAdminButton.tsx';

type Values = { emails: string };

/** E-mail addresses as pasted: separated by commas, spaces or line breaks. */
const emailsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(part => part !== '');

/** The whitelist of people who may use the console at all (G77). */
export function WhitelistBody() {
  const facts = useFactStyles();
  const { client, entity } = useSync();
  const { notify, can } = useUi();
  const mayEdit = can(SYSTEM);
  const box = useSearchBox();
  const read = useAdministration(listWhitelist, { q: box.q, page: 1, count: 500 });
  const [adding, setAdding] = useAskedForm<string>({
    title: 'Whitelist',
    mayChange: mayEdit,
    rows: null,
    idOf: String,
  });
  const [removing, setRemoving] = useState<string | null>(null);
  return (
    <ServerBody
      read={read}
      bar={
        <>
          <SearchInput box={box} />
          <SystemAdminButton label="Add" onClick={() => setAdding('new')}>
            The users of your entities. Only a System Admin can change the whitelist here.
          </SystemAdminButton>
        </>
      }
    >
      {({ list, total }) => (
        <>
          <FactTable label="Whitelist" heads={['E-mail', 'Has an account', ...(mayEdit ? ['Action'] : [])]}>
            {list.map(({ email, user }) => (
              <tr key={email}>
                <td className={facts.cell}>{email}</td>
                <td className={facts.cell}>
                  <YesNo value={user} />
                </td>
                {mayEdit && (
                  <td className={facts.cell}>
                    <Button size="small" icon={<DeleteRegular />} onClick={() => setRemoving(email)}>
                      Remove
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </FactTable>
          <p>
            {total > list.length
              ? `The first ${list.length} of ${total} e-mails are shown. Search to see others.`
              : countText(total, 'e-mail')}
          </p>
          {adding !== null && (
            <FormDialog<Values>
              title="Add to Whitelist"
              draftKey="whitelist/create"
              initial={{ emails: '' }}
              fields={[
                {
                  key: 'emails',
                  label: 'E-mails',
                  required: true,
                  hint: 'One or more, separated by commas.',
                  validate: value =>
                    emailsOf(String(value))
                      .map(email => emailError(email) ?? newEmailProblem(email))
                      .find(found => found !== null) ?? null,
                  render: (control, values, change) => (
                    <TextControl control={control} value={values.emails} onChange={emails => change({ emails })} />
                  ),
                },
              ]}
              onApply={async ({ emails }) => {
                const { added } = await administer(client, entity, addToWhitelist, { emails: emailsOf(emails) });
                notify.success(
                  added === 1 ? '1 e-mail was added to the whitelist' : `${added} e-mails were added to the whitelist`,
                );
                read.reload();
                setAdding(null);
              }}
              onClose={() => setAdding(null)}
            />
          )}
          {removing !== null && (
            <DeletionQuestion
              title={`Remove ${removing} from the whitelist?`}
              done={`${removing} was removed from the whitelist`}
              deletion={() => administer(client, entity, removeFromWhitelist, { emails: [removing] })}
              onDeleted={read.reload}
              close={() => setRemoving(null)}
            >
              As soon as the person opens another page, they see only the Not Whitelisted page. Unsent changes are kept
              on their devices.
            </DeletionQuestion>
          )}
        </>
      )}
    </ServerBody>
  );
}
