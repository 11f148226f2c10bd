import { mergeClasses } from '@fluentui/react-components';
import { useFactStyles } from './factStyles.ts';

interface FactHeadProps {
  labels: readonly string[];
  /** Labels of the numeric columns, which are right-aligned. */
  numbers?: readonly string[];
}

/** The header row of a table of facts. */
export function FactHead({ labels, numbers = [] }: FactHeadProps) {
  const facts = useFactStyles();
  return (
    <thead className={facts.head}>
      <tr>
        {labels.map(label => (
          <th key={label} scope="col" className={mergeClasses(facts.cell, numbers.includes(label) && facts.number)}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
