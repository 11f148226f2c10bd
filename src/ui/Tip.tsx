import { Tooltip } from '@fluentui/react-components';

interface TipProps {
  target: HTMLElement;
  text: string;
  /** Called when the pointer enters or leaves the tooltip. */
  onOver: () => void;
  onOut: () => void;
}

/**
 * The tooltip itself, rendered inside the landmark of the explained element; its code is loaded when the first tooltip
 * is shown.
 */
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
