import { Tooltip } from '@fluentui/react-components';

interface TipProps {
  target: HTMLElement;
  text: string;
  /** The pointer entered or left the tooltip. */
  onOver: () => void;
  onOut: () => void;
}

/** The tooltip itself, inside the landmark that contains the explained element; loaded when the first one is shown. */
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
