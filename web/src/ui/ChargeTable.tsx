import type { Schemas } from '@lading/sdk';
import { DataTable } from './DataTable';
import { formatMoney, formatNumber } from './format';
import styles from './table.module.css';

type ChargeLine = Pick<
  Schemas['Charge'],
  'code' | 'description' | 'amount_cents' | 'weight' | 'freight_class'
>;

export function ChargeTable({
  charges,
  total,
  currency,
  label = 'Charges',
}: {
  charges: ChargeLine[];
  /** In cents. */
  total: number;
  currency: Schemas['Currency'];
  label?: string;
}) {
  return (
    <DataTable
      bare
      label={label}
      rows={charges}
      getKey={(charge) => charges.indexOf(charge)}
      columns={[
        { label: 'Charge', render: ({ description, code }) => description || code },
        { label: 'Basis', render: formatBasis },
        {
          label: 'Amount',
          alignRight: true,
          render: ({ amount_cents }) => formatMoney(amount_cents, currency),
        },
      ]}
      footer={
        <tr>
          <td data-label="">Total</td>
          <td />
          <td data-label="Amount" className={styles.right}>
            {formatMoney(total, currency)}
          </td>
        </tr>
      }
    />
  );
}

function formatBasis({ weight, freight_class }: ChargeLine): string {
  return [weight && `${formatNumber(weight)} lb`, freight_class && `class ${freight_class}`]
    .filter(Boolean)
    .join(', ');
}
