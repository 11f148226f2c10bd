import { mergeClasses } from '@fluentui/react-components';
import { getHome } from '../../contract/home.ts';
import { formatTime } from '../../domain/format.ts';
import type { QueuedImport } from '../../sync/hooks/useImports.ts';
import { useKept } from '../../sync/hooks/useKept.ts';
import { useUi } from '../../ui/UiContext.ts';
import { importsElsewhere } from '../shared/imports/ownImports.ts';
import { PageLink } from '../shared/PageLink.tsx';
import { useQueueStyles } from './useQueueStyles.ts';

const NOTHING = {};

/** The person's imports that this device does not have: Home counts them, and its count leads here. Nothing where there is none. */
export function OtherImports({ here }: { here: readonly QueuedImport[] }) {
  const queue = useQueueStyles();
  const { timeZone } = useUi();
  const { data } = useKept(getHome, NOTHING);
  const others = data ? importsElsewhere(data.imports.list, here) : [];
  if (others.length === 0) return null;
  return (
    <section className={queue.imports} aria-labelledby="queue-other-imports">
      <h2 id="queue-other-imports" className={queue.heading}>
        Your imports from other devices
      </h2>
      <p className={queue.note}>
        They are under way, or failed in the last 7 days. To repeat one, import its file again: the files are not on
        this device.
      </p>
      <ul className={mergeClasses(queue.list, queue.card, queue.joined)} aria-labelledby="queue-other-imports">
        {others.map(({ id, title, file, state, href, at }) => (
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
