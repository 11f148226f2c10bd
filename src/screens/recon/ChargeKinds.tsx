import { Select } from '@fluentui/react-components';
import { CHARGE_KINDS, type ChargeKind } from '../../domain/recon/charges.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { useFactStyles } from '../shared/factStyles.ts';

interface ChargeKindsProps {
  /** The supplier's names for charges. */
  names: readonly string[];
  kinds: Readonly<Record<string, ChargeKind>>;
  onChange: (kinds: Readonly<Record<string, ChargeKind>>) => void;
}

/** The kind of each of a supplier's charges; a charge without a kind is counted under its own name. */
export function ChargeKinds({ names, kinds, onChange }: ChargeKindsProps) {
  const facts = useFactStyles();
  const choose = (charge: string, kind: ChargeKind) => {
    const { [charge]: _was, ...others } = kinds;
    onChange(kind === 'unmapped' ? others : { ...others, [charge]: kind });
  };
  return (
    <table className={facts.table} aria-label="Charge kinds">
      <FactHead labels={['Supplier’s charge', 'Kind']} />
      <tbody>
        {names.map(charge => (
          <tr key={charge}>
            <td className={facts.cell}>{charge}</td>
            <td className={facts.cell}>
              <Select
                aria-label={`Kind of ${charge}`}
                value={kinds[charge] ?? 'unmapped'}
                onChange={(_, { value }) => choose(charge, value as ChargeKind)}
              >
                {CHARGE_KINDS.map(kind => (
                  <option key={kind} value={kind}>
                    {kind === 'unmapped' ? 'not named' : kind}
                  </option>
                ))}
              </Select>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
