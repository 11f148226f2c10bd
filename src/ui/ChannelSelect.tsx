import { useMemo, useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { ComboInput, type ComboInputProps } from './ComboInput.tsx';
import { narrow } from './comboOptions.ts';
import { useUi } from './UiContext.ts';

/** What a channel choice shows; rows of the mirror have more. */
export interface ChannelChoice {
  channelId: number;
  name: string;
}

const useStyles = makeStyles({
  view: { display: 'flex', gap: tokens.spacingHorizontalS },
  id: { fontVariantNumeric: 'tabular-nums', color: tokens.colorNeutralForeground3 },
});

type Passed = Pick<ComboInputProps, 'id' | 'describedBy' | 'invalid' | 'required' | 'disabled'>;

interface ChannelSelectProps extends Passed {
  label: string;
  /** undefined while they are being read. */
  channels: readonly ChannelChoice[] | undefined;
  value: number | null;
  onChange: (channelId: number | null) => void;
}

/** Of a country that was never opened on this device there is nothing to choose until the server can be reached. */
export const notHere = (things: string): string =>
  `Offline, and the ${things} of this country are not on this device yet.`;

/** "10021 J&T Express": how a chosen channel reads. */
export const channelText = (channel: ChannelChoice): string => `${channel.channelId} ${channel.name}`;

/** A channel by typing part of its id or name; only a channel of the list can be chosen. */
export function ChannelSelect({ label, channels, value, onChange, ...rest }: ChannelSelectProps) {
  const styles = useStyles();
  const { online } = useUi();
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = channels?.find(channel => channel.channelId === value);
  const settled = chosen ? channelText(chosen) : value === null ? '' : String(value);
  const found = useMemo(() => narrow(channels ?? [], typed ?? '', channelText), [channels, typed]);

  const note = () => {
    if (!channels) return online ? 'Reading the channels ...' : notHere('channels');
    if (channels.length === 0) return 'This entity has no channels.';
    if (found.shown.length === 0) return 'No channel has that id or name.';
    return found.hidden > 0 ? `${found.hidden} more. Type to narrow.` : undefined;
  };

  /** A whole id or a single remaining match counts as chosen when the person moves on. */
  const leave = () => {
    if (typed !== null && typed.trim() !== '') {
      const exact = channels?.find(channel => String(channel.channelId) === typed.trim());
      const only = found.shown.length === 1 ? found.shown[0] : undefined;
      const meant = exact ?? only;
      if (meant) onChange(meant.channelId);
    }
    setTyped(null);
  };

  return (
    <ComboInput
      {...rest}
      label={label}
      text={typed ?? settled}
      options={found.shown.map(channel => ({
        key: String(channel.channelId),
        text: channelText(channel),
        view: (
          <span className={styles.view}>
            <span className={styles.id}>{channel.channelId}</span>
            <span>{channel.name}</span>
          </span>
        ),
      }))}
      note={note()}
      lightFirst={typed !== null && typed.trim() !== ''}
      onText={text => {
        setTyped(text);
        if (text === '') onChange(null);
      }}
      onPick={option => {
        setTyped(null);
        onChange(Number(option.key));
      }}
      onClear={() => {
        setTyped(null);
        onChange(null);
      }}
      onLeave={leave}
    />
  );
}
