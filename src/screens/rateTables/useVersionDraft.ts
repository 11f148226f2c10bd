import { useCallback, useEffect, useRef, useState } from 'react';
import type { Family } from '../../contract/rateTable/versions.ts';
import { done, redone, startHistory, undone, type History } from '../../ui/grid/history.ts';
import { useUi, type FormDraft } from '../../ui/UiContext.ts';
import { isUntouched, onTopOfKept, readKeptDraft, sinceApplied, type VersionDraft } from './sheets/versionDraft.ts';

/** Delay in milliseconds after the last key press before typed text is stored. */
const SETTLED_AFTER = 250;

/** The key under which the text typed into a version's grids is stored, below its country. */
export const draftKeyOf = (family: Family, id: number): string => `rateTable/${family}/${id}`;

export interface DraftOfVersion {
  draft: VersionDraft;
  /** Applies a single edit. */
  change: (next: (draft: VersionDraft) => VersionDraft) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  /** Replaces everything and clears the undo history, after the draft has been discarded. */
  reset: (draft: VersionDraft) => void;
  /** Removes what has been applied and clears the undo history; whatever was typed in the meantime stays. */
  settle: (applied: VersionDraft) => void;
  /** Whether text typed earlier on this device was restored. */
  restored: boolean;
  /** Whether another tab of this browser is editing the same version. */
  elsewhere: boolean;
  /** Whether the browser has run out of space for the draft. */
  unkept: boolean;
}

/**
 * The text typed into a version's grids, with undo and redo. It is stored on this device, so that it survives reloads,
 * until it is applied or discarded.
 */
export function useVersionDraft(key: string): DraftOfVersion {
  const { drafts, entity } = useUi();
  const [history, setHistory] = useState<History<VersionDraft>>(() => startHistory<VersionDraft>({}));
  const [restored, setRestored] = useState(false);
  const [elsewhere, setElsewhere] = useState(false);
  const [unkept, setUnkept] = useState(false);
  const store = useRef<FormDraft | null>(null);
  const latest = useRef<VersionDraft>({});
  const written = useRef<VersionDraft>({});

  const write = useCallback(() => {
    const { current: open } = store;
    const { current: now } = latest;
    if (!open || now === written.current) return;
    written.current = now;
    void (isUntouched(now) ? open.remove() : open.save(now)).then(
      () => setUnkept(false),
      () => setUnkept(!isUntouched(now)),
    );
  }, []);

  useEffect(() => {
    let over = false;
    void drafts
      ?.open(`${entity}/${key}`, open => over || setElsewhere(open))
      .then(
        open => {
          if (over) return open.release();
          store.current = open;
          const kept = readKeptDraft(open.kept);
          if (isUntouched(kept)) return write();
          // Text typed before the store responded is applied on top of the stored draft.
          const merged = onTopOfKept(kept, latest.current);
          written.current = {};
          setHistory(startHistory<VersionDraft>(merged));
          setRestored(true);
        },
        () => setUnkept(true),
      );
    const leave = () => write();
    window.addEventListener('pagehide', leave);
    return () => {
      over = true;
      window.removeEventListener('pagehide', leave);
      write();
      store.current?.release();
      store.current = null;
    };
  }, [drafts, entity, key, write]);

  useEffect(() => {
    latest.current = history.now;
    const timer = setTimeout(write, SETTLED_AFTER);
    return () => clearTimeout(timer);
  }, [history.now, write]);

  const change = useCallback(
    (next: (draft: VersionDraft) => VersionDraft) => setHistory(was => done(was, next(was.now))),
    [],
  );
  const reset = useCallback((draft: VersionDraft) => {
    setRestored(false);
    setHistory(startHistory<VersionDraft>(draft));
  }, []);
  const settle = useCallback((applied: VersionDraft) => {
    setRestored(false);
    setHistory(was => startHistory(sinceApplied(was.now, applied)));
  }, []);
  const undo = useCallback(() => setHistory(was => undone(was)), []);
  const redo = useCallback(() => setHistory(was => redone(was)), []);
  return {
    draft: history.now,
    change,
    undo: history.past.length > 0 ? undo : undefined,
    redo: history.future.length > 0 ? redo : undefined,
    reset,
    settle,
    restored,
    elsewhere,
    unkept,
  };
}
