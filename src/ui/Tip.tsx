import { Tooltip } from '@fluentui/react-components';

interface TipProps {
  target: HTMLElement;
  text: string;
  /** The pointer came onto the tooltip or left it. */
  onOver: () => void;
  onOut: () => void;
}

/** The tooltip itself, in the landmark of what it explains; loaded when the first one is to be shown. */
export default function Tip({ target, text, onOver, onOut }: TipProps) {
  return (
    <Tooltip
      visible
      mountNode={target.closest('main')}
      withArrow
      relationship="inaccessible"
      content={{ children: text, onPointerEnter: onOver, onPointerLeave: onOut }}
      positioning={{ target, position: 'above', strategy: 'fixed' }}
    />
  );
}
