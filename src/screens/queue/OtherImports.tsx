import { mergeClasses } from '@fluentui/react-components';
import { formatTime } from '../../domain/format.ts';
import { useUi } from '../../ui/UiContext.ts';
import type { OwnImport } from '../shared/imports/ownImports.ts';
import { PageLink } from '../shared/PageLink.tsx';
import { useQueueStyles } from './useQueueStyles.ts';

interface OtherImportsProps {
  others: readonly OwnImport[];
  discarded: readonly OwnImport[];
}

/**
 * The person's imports that are missing from this device's list, which Home counts and links to. Renders nothing if
 * there are none.
 */
export function OtherImports({ others, discarded }: OtherImportsProps) {
  return (
    <>
      <Imports
        id="queue-other-imports"
        heading="Your imports and bulk changes from other devices"
        note="They are in progress, or failed in the last 7 days. To repeat an import, import its file again: the files are not on this device."
        list={others}
      />
      <Imports
        id="queue-discarded-imports"
        heading="Imports and bulk changes that you discarded on this device"
        note="The server keeps them for 7 days after they fail. To repeat an import, import its file again."
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
