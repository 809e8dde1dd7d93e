import type { Column } from '../../../ui/DataTable';
import styles from '../../../ui/table.module.css';

export function TotalsRow<R>({ columns, totals }: { columns: Column<R>[]; totals: R }) {
  return (
    <tr>
      {columns.map(({ label, alignRight, render }) => (
        <td key={label} data-label={label} className={alignRight ? styles.right : undefined}>
          {render(totals)}
        </td>
      ))}
    </tr>
  );
}
