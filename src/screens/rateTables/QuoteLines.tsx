import { mergeClasses } from '@fluentui/react-components';
import type { Currency } from '../../domain/currency.ts';
import { amountText } from '../../domain/rates/money.ts';
import type { Line, Quote } from '../../domain/rates/quote.ts';
import type { RowRef } from '../../domain/rates/rows.ts';
import { kilograms } from '../../domain/rates/weightRanges.ts';
import { Tag } from '../../ui/Tag.tsx';
import { PageLink } from '../shared/PageLink.tsx';
import { useLooks } from './looks.ts';

const KIND_WORDS = { esf: 'ESF (declared)', asf: 'ASF (measured)' } as const;

interface QuoteLinesProps {
  title?: string;
  quote: Quote;
  currency: Currency;
  /** Link to a row; null if it has none. */
  hrefOf: (row: RowRef) => string | null;
}

/**
 * A quote, line by line: the cost, the row that determined it, and the calculation in words. `missing` is also a valid
 * result.
 */
export function QuoteLines({ title, quote, currency, hrefOf }: QuoteLinesProps) {
  const styles = useLooks();
  const { lines, missing, total, net, tax, grams, area } = quote;
  const heading = title ?? KIND_WORDS[quote.kind];
  return (
    <section className={styles.card} aria-label={heading}>
      <div className={styles.bar}>
        <h3 className={styles.title}>{heading}</h3>
        <span className={styles.grow} />
        {missing ? (
          <Tag tone="warning">No price</Tag>
        ) : (
          <strong className={styles.title}>
            {amountText(total ?? 0, currency)} {currency}
          </strong>
        )}
      </div>
      {missing && (
        <p className={styles.warn}>
          {missing.text}
          {missing.rows.map((row, at) => {
            const href = hrefOf(row);
            return href === null ? null : (
              <span key={`${row.part}/${row.key}`}>
                {at === 0 ? ': ' : ', '}
                <PageLink href={href}>correct {row.key}</PageLink>
              </span>
            );
          })}
        </p>
      )}
      <div className={styles.room}>
        <table className={styles.table} aria-label={`Lines of ${heading}`}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">How it was calculated</th>
              <th scope="col" className={styles.number}>
                {currency}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines have an order and no name of their own
              <LineRow key={at} line={line} currency={currency} href={line.row ? hrefOf(line.row) : null} />
            ))}
            {!missing && (
              <tr>
                <th scope="row" className={styles.total}>
                  Total
                </th>
                <td className={styles.quiet}>
                  net {amountText(net ?? 0, currency)} + tax {amountText(tax ?? 0, currency)}
                  {area === null ? '' : `, ${area}`}
                  {grams === null ? '' : `, ${kilograms(grams)} kg charged`}
                </td>
                <td className={mergeClasses(styles.number, styles.total)}>{amountText(total ?? 0, currency)}</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function LineRow({ line, currency, href }: { line: Line; currency: Currency; href: string | null }) {
  const styles = useLooks();
  return (
    <tr>
      <th scope="row">
        {href === null ? (
          line.label
        ) : (
          <PageLink href={href} label={`${line.label}: open its row`}>
            {line.label}
          </PageLink>
        )}
      </th>
      <td>{line.words}</td>
      <td className={styles.number}>{line.amount === null ? '' : amountText(line.amount, currency)}</td>
    </tr>
  );
}
