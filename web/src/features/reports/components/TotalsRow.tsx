import type { Column } from '../../../ui/DataTable';
import styles from '../../../ui/table.module.css';

/** The last line of a report: all of it together. */
export function TotalsRow<R>({ columns, totals }: { columns: Column<R>[]; totals: R }) {
  return (
    <tr>
      {columns.map(({ label, alignRight: right, render: show }) => (
        <td key={label} data-label={label} className={right ? styles.right : undefined}>
          {show(totals)}
        </td>
      ))}
    </tr>
  );
}
