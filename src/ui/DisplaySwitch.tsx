import { PlainSwitch } from './PlainSwitch.tsx';

interface DisplaySwitchProps {
  /** Accessible name; sighted people see the on or off label instead. */
  label: string;
  onLabel: string;
  offLabel: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch whose label describes its current effect, e.g. "Show unsupported locations" (SAL-16). */
export function DisplaySwitch({ label, onLabel, offLabel, checked, onChange }: DisplaySwitchProps) {
  const state = checked ? onLabel : offLabel;
  return <PlainSwitch label={state} name={`${label}: ${state}`} small checked={checked} onChange={onChange} />;
}
