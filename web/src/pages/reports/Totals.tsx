import type { Column } from '../../ui/DataTable';
import styles from '../../ui/table.module.css';

/** The last line of a report: all of it together. */
export function Totals<R>({ columns, of }: { columns: Column<R>[]; of: R }) {
  return (
    <tr>
      {columns.map(({ label, right, show }) => (
        <td key={label} data-label={label} className={right ? styles.right : undefined}>
          {show(of)}
        </td>
      ))}
    </tr>
  );
}
