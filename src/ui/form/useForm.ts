import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useFocusBack } from '../useFocusBack.ts';
import { useLeaveGuard } from '../useLeaveGuard.ts';
import { failureText } from './failureText.ts';
import { formErrors, isDirty, type Errors, type FieldRule, type Values } from './formState.ts';
import { meet, metAfter, type Met, type Theirs } from './theirs.ts';
import { useDraft } from './useDraft.ts';

/** A form's input, and the callbacks for its outcome. */
export interface FormWork<V extends Values> {
  initial: V;
  fields: readonly (FieldRule<V> & { tab?: string })[];
  tabs?: readonly string[];
  /** A colleague's version of the record while the form is open; undefined unless it has changed. */
  theirs?: Theirs<V> | undefined;
  /**
   * Screen and record, e.g. "serviceable.location/edit/10021/1000004/0". The input is stored under this key, so that it
   * survives a reload, and a switch to another country in another window.
   */
  draftKey: string;
  /** The draft key from before the record was numbered; null if there is none. */
  formerDraftKey?: () => Promise<string | null>;
  /** A question to ask after the values are validated and before they are applied; null if none is needed. */
  question?: (values: V) => { title: string; children: ReactNode } | null;
  /**
   * If set, the form can continue with another record after applying this one; returns the values to which it is then
   * reset. The dialog's owner leaves it open (`onApply` receives the flag).
   */
  another?: (values: V) => V;
  /**
   * Resolves once the write is accepted; the dialog's owner then closes it, unless `another` is set. If the promise
   * rejects, the error is shown and the dialog stays open.
   */
  onApply: (values: V, another: boolean) => Promise<void>;
  onClose: () => void;
}

/** Scrolls part of a form into view and focuses its first control. */
function showPart(form: HTMLFormElement | null, name: string): void {
  const row = form?.querySelector<HTMLElement>(`[data-field="${name}"]`);
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true });
}

/**
 * The lifecycle of a form: input, validation, draft, conflicts with a colleague's change, applying and leaving. The
 * owner renders the form and marks each part with `data-field`, so that it can be found.
 */
export function useForm<V extends Values>(props: FormWork<V>) {
  const { fields, tabs, theirs, onClose } = props;
  const form = useRef<HTMLFormElement>(null);
  const applyButton = useRef<HTMLButtonElement>(null);
  /** The form's initial values, and the number of records applied so far. */
  const [{ initial, round }, setRound] = useState({ initial: props.initial, round: 0 });
  const [values, setValues] = useState(initial);
  const [goesOn, setGoesOn] = useState(false);
  const draft = useDraft(props.draftKey, initial, values, setValues, props.formerDraftKey);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  useFocusBack(busy, applyButton);
  const [failure, setFailure] = useState<string | null>(null);
  // The action to take once the person agrees to discard the changes.
  const [asking, setAsking] = useState<{ goOn?: () => void } | null>(null);
  const [question, setQuestion] = useState<{ title: string; children: ReactNode } | null>(null);
  const [tab, setTab] = useState(tabs?.[0]);

  const [met, setMet] = useState<readonly Met[]>([]);
  const theirText = theirs && JSON.stringify(theirs.values);
  const [seen, setSeen] = useState<string | undefined>(undefined);
  // Runs during rendering, so that a form is never applied on top of a version that the person has not seen.
  if (theirs && theirText !== seen && !busy) {
    setSeen(theirText);
    const next = meet(initial, values, theirs.values, met);
    setValues(next.values);
    setMet(next.met);
    setRound({ initial: { ...initial, ...theirs.values }, round });
  }

  const change = (next: Partial<V>) => {
    // A control may call this long after it was rendered, for example once it has found a place: what was typed into
    // other fields since then stays.
    setValues(now => ({ ...now, ...next }));
    setMet(now => metAfter(now, next));
    setFailure(null);
  };

  const showFirst = (found: Errors) => {
    const first = fields.find(field => found[field.key] !== undefined);
    if (!first) return;
    // Renders the tab that contains the error synchronously, so that the next key press reaches the field.
    flushSync(() => {
      if (first.tab !== undefined) setTab(first.tab);
    });
    showPart(form.current, first.key);
  };

  const goOn = (next: V) => {
    // Renders synchronously, so that the next key press applies to the next record.
    flushSync(() => {
      draft.goOn(next);
      setValues(next);
      setTried(false);
      setRound({ initial: next, round: round + 1 });
      setBusy(false);
    });
    const empty = fields.find(({ key }) => next[key] === null || next[key] === '');
    form.current?.querySelector<HTMLElement>(`[data-field="${empty?.key ?? ''}"] :is(input, select)`)?.focus();
  };

  const apply = async (again = goesOn) => {
    const found = formErrors(fields, values);
    setTried(true);
    if (Object.keys(found).length > 0) {
      showFirst(found);
      return;
    }
    if (met.some(({ keeps }) => keeps === null)) {
      showPart(form.current, 'theirs');
      return;
    }
    const asked = props.question?.(values) ?? null;
    if (asked) setQuestion(asked);
    else await carryOut(again);
  };

  const carryOut = async (again: boolean) => {
    setQuestion(null);
    setBusy(true);
    setFailure(null);
    const applied = draft.hold();
    try {
      const next = again ? props.another?.(values) : undefined;
      await props.onApply(values, next !== undefined);
      if (next) goOn(next);
      else draft.end();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      applied();
      setBusy(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Stops the submit event from reaching an outer form that contains this dialog in the React tree.
    event.stopPropagation();
    if (!busy) void apply();
  };

  const close = () => {
    draft.end();
    onClose();
  };

  const leave = () => {
    if (busy) return;
    if (isDirty(initial, values)) setAsking({});
    else close();
  };

  useLeaveGuard(goOn => {
    if (busy) return true;
    if (isDirty(initial, values)) {
      setAsking({ goOn });
      return true;
    }
    close();
    return false;
  });

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-field] input:not([readonly]), [data-field] select')?.focus();
  }, []);

  return {
    form,
    applyButton,
    round,
    values,
    tab,
    setTab,
    change,
    tried,
    busy,
    failure,
    draft,
    goesOn,
    setGoesOn,
    met,
    /** Chooses whose value is kept in a conflicting field: the person's own or the colleague's. */
    decide: (one: Met, keeps: 'mine' | 'theirs') => {
      setValues(now => ({ ...now, [one.key]: keeps === 'mine' ? one.mine : one.theirs }));
      setMet(now => now.map(other => (other.key === one.key ? { ...one, keeps } : other)));
    },
    question,
    setQuestion,
    carryOut,
    apply,
    submit,
    leave,
    /** Whether the person is being asked to confirm discarding the input. */
    leaving: asking !== null,
    stay: () => setAsking(null),
    discard: () => {
      close();
      asking?.goOn?.();
    },
  };
}
