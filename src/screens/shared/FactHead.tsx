import { useFactStyles } from './factStyles.ts';

/** The headings of a table of values. */
export function FactHead({ labels }: { labels: readonly string[] }) {
  const facts = useFactStyles();
  return (
    <thead className={facts.head}>
      <tr>
        {labels.map(label => (
          <th key={label} scope="col" className={facts.cell}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
