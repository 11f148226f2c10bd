import { useState, type ReactNode } from 'react';
import { Button, Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular, ErrorCircleFilled } from '@fluentui/react-icons';
import { formatTime } from '../../domain/format.ts';
import { Tabs } from '../Tabs.tsx';
import { useUi } from '../UiContext.ts';
import { ChangeGrid } from './ChangeGrid.tsx';
import { ErrorGrid } from './ErrorGrid.tsx';
import { basisText, CHANGE_LABELS, correctedText, previewTabs, uncheckedText, wrongText } from './previewTexts.ts';
import type { UploadEngine, UploadState } from './uploadTypes.ts';
import { useUploadStyles } from './uploadStyles.ts';

interface PreviewProps {
  state: UploadState;
  engine: UploadEngine;
  /** Whether this is an import of serviceable areas (UPLOAD-17). */
  addresses: boolean;
  disabled: boolean;
}

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  meaning: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
  none: { padding: tokens.spacingVerticalL, textAlign: 'center', color: tokens.colorNeutralForeground2 },
});

/** The result of validating and comparing an import, before anything is sent. */
export function Preview({ state, engine, addresses, disabled }: PreviewProps) {
  const styles = useStyles();
  const upload = useUploadStyles();
  const { timeZone, online } = useUi();
  const [chosen, setChosen] = useState<string | null>(null);
  const { check, compare, files, busy } = state;
  if (!check) {
    return busy === 'checking' ? <Working text="Checking every row" /> : null;
  }
  const tabs = previewTabs(check, compare);
  const tab = tabs.find(({ value }) => value === chosen) ?? tabs.find(({ count }) => count > 0) ?? tabs[0];
  const named = files.length > 1;
  return (
    <div className={styles.root}>
      {check.wrongRows > 0 && (
        <div className={mergeClasses(upload.line, upload.spread)}>
          <p className={upload.error} role="alert">
            <ErrorCircleFilled className={upload.icon} aria-hidden />
            {wrongText(check, addresses)}
          </p>
          <span className={upload.line}>
            {files.map(
              ({ name, opened }) =>
                opened &&
                check.wrongFiles.includes(opened.fileId) && (
                  <DetailButton key={name} onSave={() => engine.saveDetails(opened.fileId, name)}>
                    Download detail file{named && ` of ${name}`}
                  </DetailButton>
                ),
            )}
          </span>
        </div>
      )}
      {check.unchecked.length > 0 && <p className={upload.quiet}>{uncheckedText(check)}</p>}
      {compare && compare.meaning.length > 0 && (
        <ul className={styles.meaning} aria-label="Effects of the import">
          {compare.meaning.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {compare ? (
        <p className={upload.quiet}>
          {basisText(compare, at => formatTime(at, timeZone), online && state.loading)}
          {correctedText(check)}
        </p>
      ) : (
        busy === 'comparing' && <Working text="Comparing with current records" />
      )}
      <Tabs label="Rows" items={tabs} value={tab?.value ?? ''} onSelect={setChosen} />
      {tab === undefined || tab.count === 0 ? (
        <div className={styles.none}>
          {compare ? 'No rows' : busy === 'comparing' ? 'Comparing with current records' : 'Not compared'}
        </div>
      ) : tab.value === 'errors' ? (
        <ErrorGrid
          engine={engine}
          check={check}
          revision={state.revision}
          named={named}
          disabled={disabled || busy === 'checking'}
        />
      ) : (
        <ChangeGrid
          key={tab.value}
          engine={engine}
          change={tab.value}
          label={CHANGE_LABELS[tab.value]}
          total={tab.count}
          revision={state.revision}
          named={named}
        />
      )}
    </div>
  );
}

/** Writing a large file takes seconds; meanwhile, progress is shown and the button is disabled. */
function DetailButton({ onSave, children }: { onSave: () => Promise<void>; children: ReactNode }) {
  const [saving, setSaving] = useState(false);
  const save = () => {
    setSaving(true);
    void onSave().finally(() => setSaving(false));
  };
  return (
    <Button
      size="small"
      icon={saving ? <Spinner size="extra-tiny" /> : <ArrowDownloadRegular />}
      disabledFocusable={saving}
      onClick={save}
    >
      {children}
    </Button>
  );
}

function Working({ text }: { text: string }) {
  const upload = useUploadStyles();
  return (
    <output className={upload.line}>
      <Spinner size="tiny" /> {text}
    </output>
  );
}
