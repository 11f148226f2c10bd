import { mergeClasses } from '@fluentui/react-components';
import { getHome } from '../../contract/home.ts';
import { formatTime } from '../../domain/format.ts';
import type { QueuedImport } from '../../sync/hooks/useImports.ts';
import { useKept } from '../../sync/hooks/useKept.ts';
import { useUi } from '../../ui/UiContext.ts';
import { importsElsewhere, type OwnImport } from '../shared/imports/ownImports.ts';
import { PageLink } from '../shared/PageLink.tsx';
import { useQueueStyles } from './useQueueStyles.ts';

const NOTHING = {};

/**
 * The person's imports that are missing from this device's list, which Home counts and links to. Renders nothing if
 * there are none.
 */
export function OtherImports({ here }: { here: readonly QueuedImport[] }) {
  const { data } = useKept(getHome, NOTHING);
  if (!data) return null;
  const { others, discarded } = importsElsewhere(data.imports.list, here);
  return (
    <>
      <Imports
        id="queue-other-imports"
        heading="Your imports from other devices"
        note="They are in progress, or failed in the last 7 days. To repeat one, import its file again: the files are not on this device."
        list={others}
      />
      <Imports
        id="queue-discarded-imports"
        heading="Imports that you discarded on this device"
        note="The server keeps them for 7 days after they fail. To repeat one, import its file again."
        list={discarded}
      />
    </>
  );
}

function Imports({
  id: heads,
  heading,
  note,
  list,
}: {
  id: string;
  heading: string;
  note: string;
  list: readonly OwnImport[];
}) {
  const queue = useQueueStyles();
  const { timeZone } = useUi();
  if (list.length === 0) return null;
  return (
    <section className={queue.imports} aria-labelledby={heads}>
      <h2 id={heads} className={queue.heading}>
        {heading}
      </h2>
      <p className={queue.note}>{note}</p>
      <ul className={mergeClasses(queue.list, queue.card, queue.joined)} aria-labelledby={heads}>
        {list.map(({ id, title, file, state, href, at }) => (
          <li key={id} className={queue.entry}>
            <div className={queue.head}>
              <h3 className={queue.title}>
                <PageLink href={href}>{title}</PageLink>
              </h3>
              <span className={queue.when}>{formatTime(at, timeZone)}</span>
            </div>
            <p className={queue.note}>{file === '' ? `It ${state}` : `${file} ${state}`}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
