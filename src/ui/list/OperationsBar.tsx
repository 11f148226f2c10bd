import { memo, useCallback, useState, type ReactNode } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CloudOffRegular } from '@fluentui/react-icons';
import type { Filters } from '../../domain/listQuery.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { useOperationStyles, Word } from './operationLook.tsx';
import type { TableDoing } from '../table/doing.ts';
import { onPlainClick } from '../isPlainClick.ts';
import { useUi } from '../UiContext.ts';
import type { Operation } from './definition.ts';
import { useLinkStyles } from '../linkStyles.ts';
import { useNow } from '../useNow.ts';
import { freshness } from './freshness.ts';
import type { ListData } from '../../contract/listData.ts';
import type { ColumnView } from './columnView.ts';
import type { Column } from '../table/columns.ts';
import type { TablePreferences } from './preferences.ts';
import { SettingsButton } from './SettingsButton.tsx';
import { usePageKey } from './usePageKey.ts';
import { lazyPart } from '../lazyPart.tsx';

const TableSettings = lazyPart(
  () => import('./TableSettings.tsx').then(module => module.TableSettings),
  () => <SettingsButton />,
  true,
);

const useStyles = makeStyles({
  root: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '32px',
    // Wraps to a second line only if a panel is open next to it, so that the hint and the table's settings are never
    // clipped.
    flexWrap: 'wrap',
    rowGap: 0,
    '@media (max-width: 639px)': { columnGap: tokens.spacingHorizontalSNudge },
    '@media print': { display: 'none' },
  },
  hint: {
    flex: '1 1 0',
    minWidth: 0,
    display: 'flex',
    // Space next to the hint's switch, so that the hint's words never overlap the switch.
    // As wide as the hint says that its values and its switch are.
    '@media (min-width: 640px) and (max-width: 1199px)': { minWidth: 'min-content' },
    '@media (min-width: 1200px)': { minWidth: '412px', ':empty': { minWidth: 0 } },
    '@media (max-width: 639px)': { order: 1, flexBasis: '100%' },
  },
  right: {
    flex: '1 1 150px',
    justifyContent: 'flex-end',
    minWidth: 0,
    '> :not(output)': { flexShrink: 0 },
    '@media (min-width: 640px) and (max-width: 1199px)': { flex: '1 1 110px' },
    // The width does not depend on the text, which is truncated if it is too long, so that the rows below do not move
    // during a refresh.
    '@media (max-width: 639px)': {
      flex: '1 1 160px',
      justifyContent: 'flex-end',
      gap: tokens.spacingHorizontalXS,
      minHeight: '40px',
    },
    marginInlineStart: 'auto',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '32px',
  },
  quiet: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  warn: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    '> svg': { flexShrink: 0 },
    color: tokens.colorStatusWarningForeground3,
    fontWeight: tokens.fontWeightSemibold,
  },
  cut: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  aside: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  // Still read by screen readers.
  word: { '@media (max-width: 1359px)': { position: 'absolute', width: '1px', height: '1px', clipPath: 'inset(50%)' } },
  settings: {
    flexShrink: 0,
    width: '32px',
    height: '32px',
    '@media (max-width: 639px)': { width: '40px', height: '40px' },
  },
});

interface OperationsBarProps {
  operations: readonly Operation[];
  /** The filters in the inputs, whether or not they have been applied. */
  selected: Filters;
  /** Whether the filters have changed since the last search, whose rows are still displayed. */
  unsearched: boolean;
  data: ListData<unknown>;
  columns: readonly Column<never>[];
  /** The columns as currently displayed. */
  view: ColumnView<never>;
  preferences: TablePreferences;
  onPreferences: (next: TablePreferences) => void;
  onDialog: (dialog: string) => void;
  /**
   * URL of the primary button's dialog, for opening it in a new tab (LIST-4); a plain click opens the dialog in place.
   */
  createHref?: string;
  /** Navigates to a link within the console. */
  navigate: (href: string) => void;
  /** The hint about the list's channel. */
  hint?: ReactNode;
  /** The person's saved views. */
  views?: ReactNode;
  /** The row selection, if rows can be selected. */
  doing: TableDoing | undefined;
  /** Number of rows that match the filters. */
  total: number;
}

/** The operations of the list at the left; the age of the rows and the table's settings at the right. */
export function OperationsBar(props: OperationsBarProps) {
  const { data, hint, views, ...rest } = props;
  const styles = useStyles();
  const links = useLinkStyles();
  const ui = useUi();
  const [asked, setAsked] = useState(false);
  const [aside, setAside] = useState<HTMLElement | null>(null);
  const onSettings = useCallback(() => setAsked(true), []);
  const fresh = freshness(
    {
      asOf: data.status === 'ready' ? data.asOf : null,
      refreshing: data.refreshing,
      problem: data.problem,
      online: ui.online,
    },
    useNow(),
    ui.timeZone,
  );
  return (
    <div className={styles.root} role="toolbar" aria-label="Operations">
      <OperationButtons {...rest} aside={aside} hinted={hint !== undefined} />
      {hint !== undefined && <div className={styles.hint}>{hint}</div>}
      <span className={styles.right}>
        <span ref={setAside} className={styles.aside} />
        {fresh.text !== '' && (
          <output className={mergeClasses(styles.quiet, fresh.tone === 'warn' && styles.warn)}>
            {fresh.tone === 'warn' && <CloudOffRegular aria-hidden />}
            <span className={styles.cut} title={data.problem ?? `${fresh.text}${fresh.state}`}>
              {fresh.text}
              {/* The offline pill already says this. */}
              <span className={mergeClasses(!ui.online && styles.word)}>{fresh.state}</span>
            </span>
          </output>
        )}
        {fresh.tone === 'warn' && ui.online && !data.refreshing && (
          <button type="button" className={links.link} onClick={data.refetch}>
            Retry
          </button>
        )}
        {views}
        <span className={styles.settings}>
          {asked ? (
            <TableSettings
              columns={props.columns}
              view={props.view}
              preferences={props.preferences}
              onChange={props.onPreferences}
              onMissing={() => setAsked(false)}
            />
          ) : (
            <SettingsButton onClick={onSettings} aria-haspopup="menu" aria-expanded={false} />
          )}
        </span>
      </span>
    </div>
  );
}

type DialogOperation = Extract<Operation, { kind: 'dialog' }>;

/** Rendered once, because it does not depend on the filters. */
const DialogButton = memo(function DialogButton({
  operation,
  onDialog,
  href,
}: {
  operation: DialogOperation;
  onDialog: (dialog: string) => void;
  href: string | undefined;
}) {
  const styles = useOperationStyles();
  const { icon, label, primary, dialog, shortcut = '' } = operation;
  usePageKey(shortcut, () => onDialog(dialog));
  const keys = shortcut === '' ? {} : { 'aria-keyshortcuts': shortcut };
  if (href !== undefined)
    return (
      <Button
        as="a"
        className={styles.button}
        // It opens a dialog, which also has a URL so that it can be opened in a new tab.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="button"
        {...(icon ? { icon } : {})}
        appearance="primary"
        href={href}
        {...keys}
        onClick={onPlainClick(() => onDialog(dialog))}
        onKeyDown={event => {
          // Natively, a link responds only to Enter, while a button also responds to Space.
          if (event.key !== ' ') return;
          event.preventDefault();
          onDialog(dialog);
        }}
      >
        {label}
      </Button>
    );
  return (
    <Button
      className={mergeClasses(styles.button, icon !== undefined && primary !== true && styles.iconic)}
      {...(icon ? { icon, title: label } : {})}
      appearance={primary === true ? 'primary' : 'secondary'}
      {...keys}
      onClick={() => onDialog(dialog)}
    >
      {primary === true ? label : <Word {...operation} />}
    </Button>
  );
});

interface OperationButtonsProps extends Omit<OperationsBarProps, 'data' | 'hint' | 'views'> {
  aside: HTMLElement | null;
  /** Whether a hint follows the operations. */
  hinted: boolean;
}

/**
 * The operations are the same on every page of a list, so they are rerendered for new filters, but not for new rows.
 */
const OperationButtons = memo(function OperationButtons(props: OperationButtonsProps) {
  const { can } = useUi();
  return props.operations
    .filter(operation => can(operation.permission))
    .map(operation => <OperationButton key={operation.id} operation={operation} {...props} />);
});

function OperationButton(props: OperationButtonsProps & { operation: Operation }) {
  const { operation, selected, onDialog, navigate, createHref, hinted } = props;
  const styles = useOperationStyles();
  const icon = operation.icon ? { icon: operation.icon, title: operation.label } : {};
  if (operation.kind === 'dialog') {
    const href = operation.primary === true ? createHref : undefined;
    return <DialogButton operation={operation} onDialog={onDialog} href={href} />;
  }
  if (operation.kind === 'page') {
    const href = operation.href(selected);
    return (
      <Button
        as="a"
        className={mergeClasses(styles.button, styles.iconic, hinted && styles.earlyIcon)}
        {...icon}
        href={href}
        appearance={operation.primary === true ? 'primary' : 'secondary'}
        onClick={onPlainClick(() => navigate(href))}
      >
        <Word {...operation} early={hinted} />
      </Button>
    );
  }
  return <DownloadButton {...props} operation={operation} />;
}
