import { Checkbox } from '@fluentui/react-components';
import { useFactStyles } from './factStyles.ts';
import { FactHead } from './FactHead.tsx';

const ACTIONS = ['read', 'write', 'maintenance'] as const;

/** Formats "channel_management.service_code" as "channel management, service code". */
const featureLabel = (feature: string): string => feature.replaceAll(/[_-]/g, ' ').replace('.', ', ');

interface RightsMatrixProps {
  label: string;
  codes: readonly string[];
  grantable: readonly string[];
  onChange: (codes: string[]) => void;
}

/** A matrix of features by actions, with a checkbox for each permission. */
export function RightsMatrix({ label, codes, grantable, onChange }: RightsMatrixProps) {
  const facts = useFactStyles();
  const features = [...new Set(grantable.map(code => code.slice(0, code.lastIndexOf('.'))))];
  return (
    <table className={facts.table} aria-label={label}>
      <FactHead labels={['Feature', ...ACTIONS]} />
      <tbody>
        {features.map(feature => (
          <tr key={feature}>
            <td className={facts.cell}>{featureLabel(feature)}</td>
            {ACTIONS.map(action => {
              const code = `${feature}.${action}`;
              return (
                <td key={action} className={facts.cell}>
                  {grantable.includes(code) && (
                    <Checkbox
                      aria-label={`${featureLabel(feature)}: ${action}`}
                      checked={codes.includes(code)}
                      onChange={(_, { checked }) =>
                        onChange(checked === true ? [...codes, code] : codes.filter(own => own !== code))
                      }
                    />
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
