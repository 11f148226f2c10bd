import { Button } from '@fluentui/react-components';
import type { DraftWithWrites } from '../../sync/actions/draftOverlay.ts';
import { resolveAll } from '../../sync/actions/queue.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import { useUi } from '../../ui/UiContext.ts';
import { PageLink } from '../shared/PageLink.tsx';
import { fieldWords, valueWords } from '../shared/draftWords.ts';
import { useLooks } from './looks.ts';
import { errorText } from '../../domain/errorText.ts';

/** Maximum number of conflicting cells listed here; the queue page shows all of them. */
const NAMED = 5;

const queueHref = ({ id }: OutboxEntry): string => `/queue?entry=${encodeURIComponent(id)}`;

/** Changes applied to a draft that have not reached the server, with the reason and the person's options. */
export function AppliedWrites({ waiting, needsYou }: Pick<DraftWithWrites, 'waiting' | 'needsYou'>) {
  const looks = useLooks();
  const { online } = useUi();
  const [first] = waiting;
  return (
    <>
      {needsYou.map(entry => (
        <Stuck key={entry.id} entry={entry} />
      ))}
      {first && needsYou.length === 0 && (
        <output className={looks.note}>
          {waiting.length === 1 ? 'Your applied change is' : `${waiting.length} applied changes are`}{' '}
          {online
            ? 'being sent to the server.'
            : 'saved on this device and will be sent as soon as the server can be reached.'}{' '}
          {!online && <PageLink href={queueHref(first)}>Changes on this device</PageLink>}
        </output>
      )}
    </>
  );
}

function Stuck({ entry }: { entry: OutboxEntry }) {
  const looks = useLooks();
  const { client } = useSync();
  const { notify } = useUi();
  const { theirs, problem, state } = entry;
  const fields = theirs?.fields ?? [];
  const decide = (side: 'mine' | 'theirs') =>
    void resolveAll(client, [entry], side).catch((error: unknown) => notify.error(errorText(error)));
  return (
    <section className={looks.card} role="alert" aria-label="A change that needs your decision">
      <div className={looks.bar}>
        <h3 className={looks.title}>
          {state === 'conflict'
            ? `${theirs?.updatedBy || 'A colleague'} changed ${fields.length === 1 ? 'the same cell' : `${fields.length} of the same cells`} in the meantime`
            : state === 'refused'
              ? 'The server refused your change'
              : 'Your change is paused'}
        </h3>
        <span className={looks.grow} />
        {state === 'conflict' && (
          <>
            <Button size="small" onClick={() => decide('mine')}>
              Keep yours
            </Button>
            <Button size="small" onClick={() => decide('theirs')}>
              Keep theirs
            </Button>
          </>
        )}
        <PageLink href={queueHref(entry)}>{state === 'conflict' ? 'Decide one by one' : 'Open the change'}</PageLink>
      </div>
      {state === 'conflict' ? (
        <ul className={looks.note}>
          {fields.slice(0, NAMED).map(({ field, base, mine, theirs: other }) => (
            <li key={field}>
              {fieldWords(field)}: {valueWords(field, base)} before, {valueWords(field, mine)} by you,{' '}
              {valueWords(field, other)} by them
            </li>
          ))}
          {fields.length > NAMED && <li>and {fields.length - NAMED} more</li>}
        </ul>
      ) : (
        <p className={looks.note}>{problem?.message ?? 'Open the change to decide whether to send it.'}</p>
      )}
    </section>
  );
}
