import { useState } from 'react';
import { getHome } from '../../contract/home.ts';
import { useKept } from '../../sync/hooks/useKept.ts';
import type { QueuedImport } from '../../sync/hooks/useImports.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { discardedHere, IMPORT_SHOWS, importsNow, type ImportShow } from '../shared/imports/ownImports.ts';
import { IMPORT_SHOW_LABEL } from './queueTexts.ts';

const ImportsPanel = lazyPart(() => import('./ImportsPanel.tsx').then(module => module.ImportsPanel));
const OtherImports = lazyPart(() => import('./OtherImports.tsx').then(module => module.OtherImports));

const NOTHING = {};

interface ImportsOfQueueProps {
  /** The imports in this device's list, of all countries. */
  imports: readonly QueuedImport[];
  /** The filter applied initially; all imports are shown if it is not one of `IMPORT_SHOWS`. */
  show: unknown;
}

/** The imports of this device and of the person's other devices, all of them or those that Home counts. */
export function ImportsOfQueue({ imports, show: shownFirst }: ImportsOfQueueProps) {
  const { entity } = useUi();
  const { data } = useKept(getHome, NOTHING);
  const [show, setShow] = useState<ImportShow | 'all'>(() => IMPORT_SHOWS.find(kind => kind === shownFirst) ?? 'all');
  const now = importsNow(data?.imports ?? null, imports, entity);
  const here = show === 'all' ? imports : now[show].here;
  const others = show === 'all' ? [...now.running.others, ...now.failed.others] : now[show].others;
  const discarded = show === 'all' && data ? discardedHere(data.imports.list, imports) : [];
  const counts = { all: '', running: ` ${now.running.count}`, failed: ` ${now.failed.count}` };
  if (imports.length === 0 && others.length === 0 && discarded.length === 0 && show === 'all') return null;
  return (
    <>
      <Tabs
        label="Show imports and bulk changes"
        items={(['all', ...IMPORT_SHOWS] as const).map(value => ({
          value,
          label: `${IMPORT_SHOW_LABEL[value]}${counts[value]}`,
        }))}
        value={show}
        onSelect={value => setShow(value as ImportShow | 'all')}
      />
      {here.length === 0 && others.length === 0 && show !== 'all' && <p>{NO_IMPORTS[show]}</p>}
      {here.length > 0 && <ImportsPanel imports={here} />}
      <OtherImports others={others} discarded={discarded} />
    </>
  );
}

const NO_IMPORTS: Readonly<Record<ImportShow, string>> = {
  running: 'None of your imports and bulk changes in this country is in progress.',
  failed: 'None of your imports and bulk changes in this country failed in the last 7 days or needs a decision.',
};
