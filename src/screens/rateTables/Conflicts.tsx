import { Button } from '@fluentui/react-components';
import { useLooks } from './looks.ts';
import type { Evaluated } from './sheets/versionDraft.ts';

type Conflict = Evaluated['conflicts'][number];

const textOf = (text: string | null, none = 'the row was deleted'): string =>
  text === null ? none : text === '' ? '(empty)' : text;

interface ConflictsProps {
  conflicts: readonly Conflict[];
  /** The name of a cell, e.g. "Basic fees, 0 to 1 kg, zone A". */
  nameOf: (conflict: Conflict) => string;
  onDecide: (conflicts: readonly Conflict[], keep: 'mine' | 'theirs') => void;
}

/**
 * Cells that someone else has meanwhile changed: base, mine and theirs, to be resolved one at a time or all at once.
 */
export function Conflicts({ conflicts, nameOf, onDecide }: ConflictsProps) {
  const looks = useLooks();
  if (conflicts.length === 0) return null;
  return (
    <section className={looks.card} role="alert" aria-label="Changed by someone else">
      <div className={looks.bar}>
        <h3 className={looks.title}>
          {conflicts.length === 1 ? 'One cell was' : `${conflicts.length} cells were`} also changed by someone else
        </h3>
        <span className={looks.grow} />
        <Button size="small" onClick={() => onDecide(conflicts, 'mine')}>
          Keep all yours
        </Button>
        <Button size="small" onClick={() => onDecide(conflicts, 'theirs')}>
          Keep all theirs
        </Button>
      </div>
      <div className={looks.room}>
        <table className={looks.table} aria-label="Cells to decide">
          <thead>
            <tr>
              <th scope="col">Cell</th>
              <th scope="col">Before</th>
              <th scope="col">Your change</th>
              <th scope="col">Their change</th>
              <th scope="col">Decide</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.slice(0, 100).map(conflict => (
              <tr key={`${conflict.sheet} ${conflict.id}`}>
                <th scope="row">{nameOf(conflict)}</th>
                <td>{textOf(conflict.was)}</td>
                <td>{textOf(conflict.mine, 'you removed the row')}</td>
                <td>{textOf(conflict.theirs)}</td>
                <td>
                  <Button size="small" disabled={conflict.theirs === null} onClick={() => onDecide([conflict], 'mine')}>
                    Keep yours
                  </Button>{' '}
                  <Button size="small" onClick={() => onDecide([conflict], 'theirs')}>
                    Keep theirs
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
