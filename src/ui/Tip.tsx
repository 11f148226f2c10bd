import { Tooltip } from '@fluentui/react-components';

interface TipProps {
  target: HTMLElement;
  text: string;
  /** The pointer came onto the tooltip or left it. */
  onOver: () => void;
  onOut: () => void;
}

/** The tooltip itself; loaded when the first one is to be shown. */
export default function Tip({ target, text, onOver, onOut }: TipProps) {
  return (
    <Tooltip
      visible
      withArrow
      relationship="inaccessible"
      content={{ children: text, onPointerEnter: onOver, onPointerLeave: onOut }}
      positioning={{ target, position: 'above' }}
    />
  );
}
