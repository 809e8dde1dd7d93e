import type { Schemas } from '@lading/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDateTime, formatMoney } from '../../../ui/format';
import { Dimmed, Section } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';
import { invoiceQueries } from '../api/invoices';

/** The supplements and credit memos of an invoice, and the charges that are left to credit. */
export function RelatedInvoiceList({ invoice }: { invoice: Schemas['InvoiceWithLines'] }) {
  const list = useQuery(invoiceQueries.related(useSession(), invoice));
  if (list.error) return <ErrorNote error={list.error} />;
  if (!list.data || list.data.related.length === 0) return null;
  const { related, creditableCents } = list.data;
  return (
    <Section title="Credits and supplements">
      <DataTable
        bare
        label="Credits and supplements"
        rows={related}
        columns={[
          {
            label: 'Invoice',
            render: ({ id, invoice_number }) => (
              <Link to="/invoices/$id" params={{ id }}>
                {invoice_number}
              </Link>
            ),
          },
          { label: 'Type', render: ({ amount_cents }) => (amount_cents < 0 ? 'Credit memo' : 'Supplement') },
          { label: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
          { label: 'Issued', render: ({ created_at }) => formatDateTime(created_at) },
          {
            label: 'Total',
            alignRight: true,
            render: ({ total_cents, currency }) => formatMoney(total_cents, currency),
          },
        ]}
      />
      {invoice.status !== 'void' && (
        <Dimmed>Available to credit, without taxes: {formatMoney(creditableCents, invoice.currency)}</Dimmed>
      )}
    </Section>
  );
}
