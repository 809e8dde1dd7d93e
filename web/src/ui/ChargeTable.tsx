import type { Schemas } from '@lading/sdk';
import { DataTable } from './DataTable';
import { money } from './format';
import styles from './table.module.css';

type Line = Pick<Schemas['Charge'], 'code' | 'description' | 'amount_cents' | 'weight' | 'freight_class'>;

/** Charges line by line; their sum is the price. */
export function ChargeTable({ of, total, label = 'Charges' }: { of: Line[]; total: number; label?: string }) {
  return (
    <DataTable
      bare
      label={label}
      rows={of}
      keyOf={(line) => of.indexOf(line)}
      columns={[
        { label: 'Charge', show: (line) => line.description || line.code },
        {
          label: 'Basis',
          show: (line) =>
            [
              line.weight && `${line.weight.toLocaleString('en-US')} lb`,
              line.freight_class && `class ${line.freight_class}`,
            ]
              .filter(Boolean)
              .join(', '),
        },
        { label: 'Amount', right: true, show: (line) => money(line.amount_cents) },
      ]}
      footer={
        <tr>
          <td data-label="">Total</td>
          <td />
          <td data-label="Amount" className={styles.right}>
            {money(total)}
          </td>
        </tr>
      }
    />
  );
}
