import { useState } from 'react';
import { Button, MessageBar, MessageBarActions, MessageBarBody, makeStyles } from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import type { RateVersionRow } from '../../contract/rateTable/versions.ts';
import { errorText } from '../../domain/errorText.ts';
import { isOffered, type ShownState } from '../../domain/rates/versions.ts';
import { writeRateTable } from '../../sync/actions/rateTables.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useFamily } from './family.tsx';
import { versionHref } from './paths.ts';
import type { VersionDraft } from './sheets/versionDraft.ts';
import { draftKeyOf } from './useVersionDraft.ts';
import { versionTitle } from './versionState.tsx';

// The page is a column that scrolls: without this, the grid would squeeze the bar.
const useStyles = makeStyles({ bar: { flexShrink: 0 } });

interface LeftTypedProps {
  version: RateVersionRow;
  state: ShownState;
  /** What was typed and not applied; not empty. */
  draft: VersionDraft;
  /** Opens the question before the typed text is discarded. */
  onDiscard: () => void;
  /** The text is now in the draft of a copy. */
  onMoved: () => void;
}

/**
 * What a person typed into a draft that a colleague has submitted since, or that the person may no longer change. It is
 * never dropped silently: it can be taken over into a copy of the version, whose rows have the same keys.
 */
export function LeftTyped({ version, state, draft, onDiscard, onMoved }: LeftTypedProps) {
  const styles = useStyles();
  const { client, entity } = useSync();
  const { can, drafts, notify, online } = useUi();
  const { calls, base, feature, family } = useFamily();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const wasDraft = !isOffered('update', state);
  const isDeleted = state === 'Deleted';
  const mayCopy = wasDraft && isOffered('copy', state) && drafts !== undefined && can(`${feature}.write`);
  const copy = async () => {
    if (!drafts) return;
    setFailure(null);
    setBusy(true);
    try {
      const made = await writeRateTable(client, entity, calls.copy, { id: version.id, name: version.name });
      const open = await drafts.open(`${entity}/${draftKeyOf(family, made.id)}`, () => undefined);
      await open.save(draft);
      open.release();
      onMoved();
      notify.success(`${versionTitle(made)} is a draft copied from version ${version.versionNo}, with your changes.`);
      void navigate({ href: versionHref(base, made.id) });
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  return (
    <MessageBar className={styles.bar} intent="warning" layout="multiline">
      <MessageBarBody>
        {isDeleted
          ? 'Your changes that were not applied are kept on this device and marked in the grids, but cannot be applied anymore. Copy the cells that you need into another draft, or discard your changes.'
          : wasDraft
            ? `Your changes that were not applied cannot be applied anymore, because ${versionTitle(version)} is ${state}. They are kept on this device${mayCopy ? ': copy the version to apply them there, or discard them.' : '.'}`
            : 'Your changes that were not applied are kept on this device, but you do not have permission to change this draft. Ask an administrator, or discard them.'}
        {failure !== null && <span role="alert"> {failure}</span>}
      </MessageBarBody>
      <MessageBarActions>
        {mayCopy && (
          <Button
            size="small"
            disabled={busy || !online}
            title={online ? undefined : 'The server cannot be reached'}
            onClick={() => void copy()}
          >
            {busy ? 'Copying' : 'Copy with my changes'}
          </Button>
        )}
        <Button size="small" disabled={busy} onClick={onDiscard}>
          Discard my changes
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
