import { createContext, useContext, type KeyboardEvent } from 'react';
import { Button, Spinner, Switch, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { EditRegular } from '@fluentui/react-icons';
import { isProvisional, keyOf } from '../../contract/resource.ts';
import type { ChannelGroup } from '../../contract/resources/channelConfig.ts';
import { CHANNEL_GROUPS, channelConfig } from '../../contract/resources/channelConfig.ts';
import { YES } from '../../domain/serviceableChoices.ts';
import type { Row } from '../../sync/types.ts';
import { useUi } from '../../ui/UiContext.ts';
import { groupSummary, NOT_SET, OFF } from './groupSummary.ts';

/** A dialog for one group of a channel's settings. */
export interface OpenPart {
  kind: 'edit' | 'view';
  group: ChannelGroup;
  row: Row;
}

/** Requests from the list's cells to its screen. */
export interface OpenParts {
  open: (part: OpenPart) => void;
  /** Asks for confirmation before switching a channel's maintenance. */
  switchMaintenance: (row: Row) => void;
  /** Channels whose switch request is in progress. */
  switching: ReadonlySet<number>;
  /**
   * Switches requested while offline, by channel: the requested state, and a description of how long the request is
   * valid.
   */
  offered: ReadonlyMap<number, { until: string; wanted: boolean }>;
  /** Withdraws a switch request made while offline. */
  withdraw: (row: Row) => void;
  /** Why a channel cannot currently be changed, by record key. */
  blocked: ReadonlyMap<string, string>;
}

export const PartsContext = createContext<OpenParts>({
  open: () => undefined,
  switchMaintenance: () => undefined,
  switching: new Set(),
  offered: new Map(),
  withdraw: () => undefined,
  blocked: new Map(),
});

const useStyles = makeStyles({
  buttons: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalXXS },
  said: {
    flex: '1 1 auto',
    minWidth: 0,
    minHeight: '24px',
    // Has no padding other than the cell's.
    marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalXS})`,
    paddingInline: tokens.spacingHorizontalXS,
    paddingBlock: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    fontSize: tokens.fontSizeBase200,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
  },
  text: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 'var(--cell-lines, 2)',
    overflow: 'hidden',
    whiteSpace: 'pre-line',
    lineHeight: tokens.lineHeightBase200,
  },
  off: { color: tokens.colorNeutralForeground3 },
  icon: {
    flexShrink: 0,
    minWidth: '24px',
    maxWidth: '24px',
    height: '24px',
    padding: 0,
    '& svg': { width: '16px', height: '16px' },
  },
  button: { minWidth: 'auto', paddingInline: tokens.spacingHorizontalXS },
  /** Without Fluent's margin, the text and the switch fit next to the row's actions at a width of 1280 pixels. */
  toggle: { '& > .fui-Switch__indicator': { marginInline: 0 } },
  switch: { display: 'inline-flex', alignItems: 'center', columnGap: tokens.spacingHorizontalXS },
  waits: { display: 'inline-flex', flexDirection: 'column', alignItems: 'start' },
  requested: { display: 'inline-flex', flexDirection: 'column' },
  /** Uses separate lines, so that no state is truncated at any width. */
  word: { whiteSpace: 'normal' },
});

/** The left and right arrow keys move between the buttons of a cell and, from the last one, to the next cell. */
function moveInside(event: KeyboardEvent<HTMLElement>): void {
  const { nextElementSibling: next, previousElementSibling: before } = event.currentTarget;
  const to = event.key === 'ArrowRight' ? next : event.key === 'ArrowLeft' ? before : null;
  if (!(to instanceof HTMLElement)) return;
  event.preventDefault();
  event.stopPropagation();
  to.focus();
}

/**
 * In a table, arrow keys reach the content of a cell, and Tab moves from the row to its actions; in a card, Tab reaches
 * the content.
 */
const reachedByArrows = (control: HTMLElement | null): void => {
  if (control) control.tabIndex = control.closest('tr[data-row]') ? -1 : 0;
};

/**
 * A group's settings with "Edit" and "View" (CHC-5, PERM-14): clicking the text opens the view, and hovering over it
 * shows every setting.
 */
export function PartCell({ group, row }: { group: ChannelGroup; row: Row }) {
  const styles = useStyles();
  const { open, blocked } = useContext(PartsContext);
  const { can, entity } = useUi();
  const { label } = CHANNEL_GROUPS[group];
  const { feature } = channelConfig;
  const reason = blocked.get(keyOf(channelConfig, row));
  const { lines, short, full } = groupSummary(group, row, entity);
  const nameOf = (word: string) => `${word} ${label} of ${channelConfig.title(row)}`;
  const isOff = short === OFF || short === NOT_SET;
  const text = (
    <span className={mergeClasses(styles.text, isOff && styles.off)} data-tip={full}>
      {lines.join(',\n')}
    </span>
  );
  return (
    <span className={styles.buttons}>
      {can(`${feature}.read`) ? (
        <button
          ref={reachedByArrows}
          type="button"
          data-act=""
          className={styles.said}
          aria-label={`${nameOf('View')}: ${short}`}
          onKeyDown={moveInside}
          onClick={() => open({ kind: 'view', group, row })}
        >
          {text}
        </button>
      ) : (
        text
      )}
      {can(`${feature}.write`) && (
        <Button
          ref={reachedByArrows}
          data-act=""
          size="small"
          appearance="subtle"
          className={styles.icon}
          icon={<EditRegular />}
          aria-label={nameOf('Edit')}
          disabledFocusable={reason !== undefined}
          title={reason ?? `Edit ${label}`}
          onKeyDown={moveInside}
          onClick={() => open({ kind: 'edit', group, row })}
        />
      )}
    </span>
  );
}

/** The maintenance switch: asks for confirmation, and shows a spinner until the update has finished (CHC-19). */
export function MaintenanceCell({ row }: { row: Row }) {
  const styles = useStyles();
  const { switchMaintenance, switching, offered, withdraw, blocked } = useContext(PartsContext);
  const channelId = Number(row['channelId']);
  const isOn = row['maintenance'] === YES;
  const busy = switching.has(channelId);
  const reason =
    blocked.get(keyOf(channelConfig, row)) ??
    (isProvisional(channelConfig, row)
      ? 'A new channel can be put into maintenance once the server has saved it.'
      : undefined);
  const request = offered.get(channelId);
  const until = request?.until;
  const word = (on: boolean) => (on ? 'Yes' : 'No');
  if (request && !busy)
    return (
      <span
        className={styles.waits}
        title={`When the network is back, you will be asked to confirm this, until ${until}`}
      >
        <span className={styles.word}>Now: {word(isOn)}</span>
        <span className={styles.word}>
          Requested: {word(request.wanted)}, until {until}
        </span>
        <Button
          ref={reachedByArrows}
          data-act=""
          size="small"
          appearance="subtle"
          className={styles.button}
          aria-label={`Withdraw the maintenance switch of channel ${channelId}, which can be confirmed until ${until}`}
          onClick={() => withdraw(row)}
        >
          Withdraw
        </Button>
      </span>
    );
  return (
    <span className={styles.switch} aria-busy={busy}>
      <Switch
        ref={reachedByArrows}
        data-act=""
        className={styles.toggle}
        checked={isOn}
        disabled={busy || reason !== undefined}
        {...(reason === undefined ? {} : { title: reason })}
        aria-label={`Maintenance of ${channelConfig.title(row)}`}
        onChange={() => switchMaintenance(row)}
      />
      {busy ? (
        <>
          <Spinner size="extra-tiny" aria-label="Updating" />
          <span className={styles.requested}>
            <span className={styles.word}>Now: {word(!isOn)}</span>
            <span className={styles.word}>Requested: {word(isOn)}</span>
          </span>
        </>
      ) : (
        <span className={styles.word}>{word(isOn)}</span>
      )}
    </span>
  );
}
