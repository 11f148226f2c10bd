import { Button, Field, Input, Select, Spinner, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import {
  createTemplate,
  listEvents,
  previewTemplate,
  updateTemplate,
  type TemplateRow,
} from '../../contract/notify.ts';
import { formatTime } from '../../domain/format.ts';
import { EVENTS, variablesOf } from '../../domain/notify/events.ts';
import { LANGUAGES, type Language } from '../../domain/notify/rule.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useOneAtATime } from '../../ui/useOneAtATime.ts';
import { useUi } from '../../ui/UiContext.ts';
import { FieldGroup } from './FieldGroup.tsx';
import { FormPage } from './FormPage.tsx';
import { TEMPLATES_PATH } from './pages.ts';
import { useServer } from '../../sync/hooks/useServer.ts';
import { errorText } from '../../domain/errorText.ts';
import { usedByText } from '../../domain/notify/usedBy.ts';

const useStyles = makeStyles({
  body: { fontFamily: tokens.fontFamilyMonospace },
  variables: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  preview: {
    padding: tokens.spacingHorizontalM,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  code: { fontFamily: tokens.fontFamilyMonospace },
});

type Variants = TemplateRow['variants'];
type Entered = { name: string; event: string; variants: Variants };
type Preview = { subject: string; body: string } | { problem: string };
const EMPTY = { subject: '', body: '' };

interface TemplateFormProps {
  /** Null for a new template. */
  template: TemplateRow | null;
  readOnly?: boolean;
}

/** Creates, edits or shows a notification template, with a preview for a past event (NOTIF-2). */
export function TemplateForm({ template, readOnly = false }: TemplateFormProps) {
  const styles = useStyles();
  const server = useServer();
  const { timeZone, notify } = useUi();
  const [initial] = useState<Entered>(() => ({
    name: template?.name ?? '',
    event: template?.event ?? 'import.failed',
    variants: template?.variants ?? { en: EMPTY },
  }));
  const [values, setValues] = useState(initial);
  const { name, event, variants } = values;
  const [language, setLanguage] = useState<Language>('en');
  const [pastId, setPastId] = useState(0);
  const [previewed, setPreviewed] = useState<{ of: string; shown: Preview } | null>(null);
  const past = useAdministration(listEvents, { event });
  const texts = variants[language] ?? EMPTY;
  const asked = { event, texts, ...(pastId === 0 ? {} : { eventId: pastId }) };
  // A preview of other texts, another event or another language would be mistaken for the current one.
  const preview = previewed?.of === JSON.stringify(asked) ? previewed.shown : null;
  const change = (next: Partial<typeof EMPTY>): void => {
    setValues(was => ({
      ...was,
      variants: { ...was.variants, [language]: { ...(was.variants[language] ?? EMPTY), ...next } },
    }));
  };
  const apply = async (): Promise<boolean> => {
    if (name.trim() === '') throw new Error('Name is required.');
    // A language without any text does not count as one of the template's languages.
    const kept = Object.fromEntries(
      Object.entries(variants).filter(([, { subject, body }]) => subject !== '' || body !== ''),
    );
    const input = { name, event, variants: kept };
    const done = template
      ? await server(updateTemplate, { ...input, id: template.id, version: template.version })
      : await server(createTemplate, input);
    notify.success(`The template ${done.name} was ${template ? 'changed' : 'created'}`);
    return true;
  };
  const once = useOneAtATime();
  const show = async (): Promise<void> => {
    const of = JSON.stringify(asked);
    const shown = await server(previewTemplate, asked).catch((error: unknown) => ({ problem: errorText(error) }));
    setPreviewed({ of, shown });
  };
  const title = readOnly ? `Template: ${name}` : template ? `Edit Template: ${template.name}` : 'Create Template';
  return (
    <FormPage
      title={title}
      back={TEMPLATES_PATH}
      entered={{ key: `notifyTemplate/${template?.id ?? 'create'}`, initial, values, put: setValues }}
      {...(readOnly ? {} : { onApply: apply })}
    >
      <Field label="Name" required>
        <Input value={name} maxLength={100} onChange={(_, { value }) => setValues(was => ({ ...was, name: value }))} />
      </Field>
      <Field
        label="Event"
        required
        hint={
          template && usedByText(template) !== ''
            ? `Used by ${usedByText(template)}, so the event cannot be changed.`
            : ''
        }
      >
        <Select
          value={event}
          disabled={template !== null && template !== undefined && usedByText(template) !== ''}
          onChange={(_, { value }) => setValues(was => ({ ...was, event: value }))}
        >
          {EVENTS.map(({ kind, label }) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Language" hint="People whose language has no variant receive the English one.">
        <Select
          value={language}
          onChange={(_, { value }) => {
            setLanguage(value as Language);
          }}
        >
          {LANGUAGES.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
              {variants[code]?.subject ? ' (has a text)' : ''}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Subject" required={language === 'en'}>
        <Input value={texts.subject} maxLength={200} onChange={(_, { value }) => change({ subject: value })} />
      </Field>
      <Field label="Body" required={language === 'en'}>
        <Textarea
          className={styles.body}
          rows={8}
          resize="vertical"
          value={texts.body}
          maxLength={20_000}
          onChange={(_, { value }) => change({ body: value })}
        />
      </Field>
      <FieldGroup label="Variables of this event" className={styles.variables}>
        {variablesOf(event).map(variable => (
          <Button
            key={variable.name}
            size="small"
            title={`Add to the body: ${variable.label}`}
            onClick={() => change({ body: `${texts.body}{{ ${variable.name} }}` })}
          >
            <span className={styles.code}>{variable.name}</span>&nbsp;{variable.label}
          </Button>
        ))}
      </FieldGroup>
      {!readOnly && (
        <>
          <Field
            label="Preview on"
            hint={
              past.data?.list.length === 0
                ? 'No such event has happened in this country yet, so the preview shows an example.'
                : ''
            }
          >
            <Select value={String(pastId)} onChange={(_, { value }) => setPastId(Number(value))}>
              <option value="0">An example</option>
              {past.data?.list.map(({ id, at, fields }) => (
                <option key={id} value={id}>
                  {formatTime(at, timeZone)} {Object.values(fields).slice(0, 2).join(', ')}
                </option>
              ))}
            </Select>
          </Field>
          <div>
            <Button disabledFocusable={once.busy} onClick={() => void once.run(show)}>
              Preview
            </Button>
            {once.busy && <Spinner size="tiny" label="Rendering the preview" />}
          </div>
        </>
      )}
      {preview !== null && 'problem' in preview && <p role="alert">{preview.problem}</p>}
      {preview !== null && 'subject' in preview && (
        <section className={styles.preview} aria-label="Preview">
          <strong>{preview.subject}</strong>
          {'\n\n'}
          {preview.body}
        </section>
      )}
    </FormPage>
  );
}
