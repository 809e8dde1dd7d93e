import type { Schemas } from '@lading/sdk';
import { DataTable } from './DataTable';
import { formatMoney } from './format';
import styles from './table.module.css';

type ChargeLine = Pick<
  Schemas['Charge'],
  'code' | 'description' | 'amount_cents' | 'weight' | 'freight_class'
>;

/** Charges line by line; their sum is the price. */
export function ChargeTable({
  charges,
  total,
  label = 'Charges',
}: {
  charges: ChargeLine[];
  total: number;
  label?: string;
}) {
  return (
    <DataTable
      bare
      label={label}
      rows={charges}
      getKey={(line) => charges.indexOf(line)}
      columns={[
        { label: 'Charge', render: (line) => line.description || line.code },
        {
          label: 'Basis',
          render: (line) =>
            [
              line.weight && `${line.weight.toLocaleString('en-US')} lb`,
              line.freight_class && `class ${line.freight_class}`,
            ]
              .filter(Boolean)
              .join(', '),
        },
        { label: 'Amount', alignRight: true, render: (line) => formatMoney(line.amount_cents) },
      ]}
      footer={
        <tr>
          <td data-label="">Total</td>
          <td />
          <td data-label="Amount" className={styles.right}>
            {formatMoney(total)}
          </td>
        </tr>
      }
    />
  );
}
