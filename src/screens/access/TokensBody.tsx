import { Button, Input } from '@fluentui/react-components';
import { KeyMultipleRegular, KeyRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { createToken, getAccess, revokeToken, type ApiToken } from '../../contract/access.ts';
import { TOKEN_DAYS_MOST } from '../../domain/apiToken.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { formatTime } from '../../domain/format.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useServer } from '../../sync/hooks/useServer.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useUi, type OnceShown } from '../../ui/UiContext.ts';
import { CheckList } from '../../ui/form/CheckList.tsx';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { RightsMatrix } from '../shared/RightsMatrix.tsx';
import { ServerBody } from '../shared/ServerBody.tsx';
import { nameField } from './nameField.tsx';

interface TokenForm {
  name: string;
  entities: Country[];
  codes: string[];
  days: string;
  [key: string]: unknown;
}

/** Permission codes that the person has in all selected countries; a token has the same codes in each of them. */
const commonCodes = (rights: readonly { entity: Country; codes: readonly string[] }[], of: readonly Country[]) => {
  const own = rights.filter(({ entity }) => of.includes(entity));
  return (own[0]?.codes ?? []).filter(code => own.every(({ codes }) => codes.includes(code)));
};

const isDays = (text: string): boolean =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= TOKEN_DAYS_MOST;

const tokenShown = (name: string, token: string): OnceShown => ({
  title: `API token ${name}`,
  label: 'API token',
  value: token,
  text: 'The token is shown only once. Store it where the script can read it, not in the script itself.',
  example: {
    text: 'The script sends it with each request, for example:',
    code: `curl -H "Authorization: Bearer $OPS_TOKEN" ${window.location.origin}/api/v2/ops/session`,
  },
});

/**
 * API tokens for the person's scripts: created with a subset of the person's permissions and an expiration date, shown
 * once, and revocable.
 */
export function TokensBody() {
  const facts = useFactStyles();
  const server = useServer();
  const { notify, showOnce, timeZone, entity: current } = useUi();
  const read = useAdministration(getAccess, {});
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const rights = read.data?.rights ?? [];
  const begin = rights.find(({ entity }) => entity === current) ?? rights[0];
  return (
    <ServerBody
      read={read}
      bar={
        <Button appearance="primary" icon={<KeyRegular />} disabled={!begin} onClick={() => setMaking(true)}>
          New Token
        </Button>
      }
    >
      {({ tokens }) => (
        <>
          {tokens.length === 0 ? (
            <EmptyState
              icon={<KeyMultipleRegular />}
              title="You have no API tokens"
              hint="Create one for each script, with the rights it needs."
            />
          ) : (
            <FactTable label="API tokens" heads={['Name', 'Rights', 'Countries', 'Valid until', 'Last used', 'Action']}>
              {tokens.map(token => (
                <tr key={token.id}>
                  <td className={facts.cell}>{token.name}</td>
                  <td className={facts.cell}>{token.codes.join(', ')}</td>
                  <td className={facts.cell}>{token.entities.join(', ')}</td>
                  <td className={facts.cell}>
                    {formatTime(token.expiresAt, timeZone)}
                    {token.expiresAt * 1000 <= Date.now() && ' (expired)'}
                  </td>
                  <td className={facts.cell}>
                    {token.seenAt === null
                      ? 'Never'
                      : `${formatTime(token.seenAt, timeZone)} from ${token.seenAddress}`}
                  </td>
                  <td className={facts.cell}>
                    <Button size="small" aria-label={`Revoke ${token.name}`} onClick={() => setRevoking(token)}>
                      Revoke
                    </Button>
                  </td>
                </tr>
              ))}
            </FactTable>
          )}
          {making && begin && (
            <FormDialog<TokenForm>
              title="New API Token"
              draftKey="tokens/create"
              size="setting"
              initial={{ name: '', entities: [begin.entity], codes: [], days: '90' }}
              fields={[
                nameField('The name of the script, so that you can find it here.'),
                {
                  key: 'days',
                  label: 'Days',
                  required: true,
                  hint: `The token expires after this many days (at most ${TOKEN_DAYS_MOST}).`,
                  validate: (_, { days }) =>
                    isDays(days) ? null : `Days must be a whole number from 1 to ${TOKEN_DAYS_MOST}`,
                  render: (control, values, change) => (
                    <Input
                      id={control.id}
                      inputMode="numeric"
                      value={values.days}
                      disabled={control.disabled === true}
                      onChange={(_, { value }) => change({ days: value })}
                    />
                  ),
                },
                {
                  key: 'entities',
                  label: 'Countries',
                  validate: (_, { entities }) => (entities.length === 0 ? 'Choose a country' : null),
                  render: (control, values, change) => (
                    <CheckList
                      control={control}
                      options={rights.map(({ entity }) => ({ value: entity, label: COUNTRIES[entity].name }))}
                      value={values.entities}
                      none="You do not work in any country. Ask an administrator to give you access to one."
                      onChange={entities => {
                        const left = commonCodes(rights, entities);
                        change({ entities, codes: values.codes.filter(code => left.includes(code)) });
                      }}
                    />
                  ),
                },
                {
                  key: 'codes',
                  label: 'Rights',
                  hint: 'You can choose only rights that you have in each of the countries.',
                  validate: (_, { codes }) => (codes.length === 0 ? 'Choose a right' : null),
                  render: (_, values, change) => (
                    <RightsMatrix
                      label="Token rights"
                      codes={values.codes}
                      grantable={commonCodes(rights, values.entities)}
                      onChange={codes => change({ codes })}
                    />
                  ),
                },
              ]}
              onApply={async ({ name, entities, codes, days }) => {
                const answer = await server(createToken, { name: name.trim(), entities, codes, days: Number(days) });
                showOnce(tokenShown(answer.created.name, answer.token));
                setMaking(false);
                read.reload();
              }}
              onClose={() => setMaking(false)}
            />
          )}
          {revoking !== null && (
            <ConfirmDialog
              title={`Revoke ${revoking.name}?`}
              confirmLabel="Revoke"
              destructive
              focus="cancel"
              onCancel={() => setRevoking(null)}
              onConfirm={async () => {
                await server(revokeToken, { id: revoking.id });
                notify.success(`${revoking.name} was revoked`);
                setRevoking(null);
                read.reload();
              }}
            >
              Scripts that use this token will be refused. A revoked token cannot be restored.
            </ConfirmDialog>
          )}
        </>
      )}
    </ServerBody>
  );
}
