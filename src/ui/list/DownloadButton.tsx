import { useRef, useState, type ReactElement, type Ref } from 'react';
import { Button, mergeClasses } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import type { Filters } from '../../domain/listQuery.ts';
import { Described } from '../Described.tsx';
import { onPlainClick } from '../isPlainClick.ts';
import { lazyPart } from '../lazyPart.tsx';
import { useUi } from '../UiContext.ts';
import type { TableDoing } from '../table/doing.ts';
import { Aside } from './Aside.tsx';
import type { ColumnView } from './columnView.ts';
import type { DownloadForm, Operation } from './definition.ts';
import { useOperationStyles, Word } from './operationLook.tsx';
import type { TablePreferences } from './preferences.ts';

const ExportMenu = lazyPart(() => import('./ExportMenu.tsx').then(module => module.ExportMenu));

type Download = Extract<Operation, { kind: 'download' }>;

const STANDARD: DownloadForm = { format: 'xlsx', columns: null };

interface DownloadButtonProps {
  operation: Download;
  /** The filters in the inputs, whether or not they have been applied. */
  selected: Filters;
  /** Whether the filters have changed since the last search. */
  unsearched: boolean;
  aside: HTMLElement | null;
  view: ColumnView<never>;
  preferences: TablePreferences;
  onPreferences: (next: TablePreferences) => void;
  doing: TableDoing | undefined;
  total: number;
}

/**
 * Downloads the filtered records in the most recently selected format, initially the workbook specified by the
 * documents. If the download offers several formats, a menu next to the button lists them, along with the export of the
 * selected rows.
 */
export function DownloadButton(props: DownloadButtonProps) {
  const { operation, selected, unsearched, aside, view, preferences, onPreferences, doing, total } = props;
  const ui = useUi();
  const styles = useOperationStyles();
  const [started, setStarted] = useState<{ href: string; form: DownloadForm; selected: Filters } | null>(null);
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(0);
  const more = useRef<HTMLButtonElement>(null);
  const { label, Fetch, Offline, forms = false } = operation;
  const icon = operation.icon ? { icon: operation.icon } : {};
  const reason = operation.disabled(selected, ui);
  const { format, columns } = preferences.exportAs;
  const shown = view.columns.map(({ key }) => key);
  const form = forms ? { format, columns: columns === 'shown' ? shown : null } : STANDARD;
  const look = mergeClasses(styles.button, styles.iconic, forms && styles.first);
  const title = formText(form);
  const start = () => setStarted(now => now ?? { href: operation.href(selected, ui, form), form, selected });
  let button: ReactElement<object>;
  if (reason !== null) {
    button = (
      <Described text={reason}>
        <Button className={look} {...icon} disabledFocusable>
          <Word {...operation} />
        </Button>
      </Described>
    );
  } else if (!ui.online)
    button = <Offline selected={selected} label={label} aside={aside} form={form} asked={asked} {...icon} />;
  else {
    button = (
      <Button
        as="a"
        className={look}
        {...icon}
        {...(title === '' ? {} : { title })}
        href={operation.href(selected, ui, form)}
        target="_blank"
        rel="noreferrer"
        onClick={onPlainClick(start)}
      >
        <Word {...operation} />
      </Button>
    );
    if (unsearched)
      button = <Described text="Exports the rows that match the current filters, not those listed">{button}</Described>;
  }
  return (
    <>
      {forms ? (
        <span className={styles.pair}>
          {button}
          <Button
            ref={more as Ref<never>}
            className={mergeClasses(styles.button, styles.more)}
            icon={<ChevronDownRegular />}
            aria-label="File options"
            title="Choose the file’s format, columns and rows"
            aria-haspopup="menu"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        </span>
      ) : (
        button
      )}
      {open && (
        <ExportMenu
          label="File options"
          anchor={more}
          choice={preferences.exportAs}
          onChoice={exportAs => onPreferences({ ...preferences, exportAs })}
          reason={reason}
          unsearched={unsearched}
          total={total}
          doing={doing}
          onAll={() => (ui.online ? start() : setAsked(asked + 1))}
          onClose={() => setOpen(false)}
        />
      )}
      {started && (
        <Aside at={aside}>
          <Fetch {...started} label={label} close={() => setStarted(null)} />
        </Aside>
      )}
    </>
  );
}

/** Describes the file format; '' for the standard one. */
function formText({ format, columns }: DownloadForm): string {
  const parts = [
    ...(format === 'csv' ? ['comma-separated (.csv)'] : []),
    ...(columns === null ? [] : ['shown columns']),
  ];
  return parts.length === 0 ? '' : `Export: ${parts.join(', ')}`;
}
