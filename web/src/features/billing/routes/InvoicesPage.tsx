import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { INVOICE_STATUSES } from '../../../ui/choices';
import { PagedTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../../ui/filters';
import { formatDate, formatMoney } from '../../../ui/format';
import { Dimmed, EmptyState, PageHeader, Stack } from '../../../ui/layout';
import { LinkButton } from '../../../ui/LinkButton';
import { StatusBadge } from '../../../ui/StatusBadge';
import { invoiceQueries } from '../api/invoices';
import { AgingTiles } from '../components/AgingTiles';

const route = getRouteApi('/app/invoices');

export default function InvoicesPage() {
  const session = useSession();
  const filters = useFilters(route.useSearch());
  const list = useQuery(invoiceQueries.list(session, filters.values));
  const aging = useQuery(invoiceQueries.aging(session));
  return (
    <>
      <PageHeader title="Invoices">
        {session.hasScope('invoices.write') && <LinkButton to="/invoices/new">New invoice</LinkButton>}
      </PageHeader>
      <Stack>
        <ErrorNote error={aging.error} />
        {aging.data && <AgingTiles totals={aging.data.totals} totalLabel="Total outstanding" />}
        {aging.data && aging.data.currencies.length > 1 && (
          <Dimmed>
            Amounts in {aging.data.totals.currency}. Unpaid invoices in other currencies:{' '}
            {aging.data.currencies.filter((currency) => currency !== aging.data.totals.currency).join(', ')}.
          </Dimmed>
        )}
        <div>
          <FilterBar>
            <ChoiceFilter filters={filters} name="status" label="Status" choices={INVOICE_STATUSES} />
            <TextFilter filters={filters} name="invoice_number" label="Invoice number" />
            <TextFilter filters={filters} name="customer_id" label="Customer ID" />
            <TextFilter filters={filters} name="due_date[gte]" label="Due on or after" type="date" />
            <TextFilter filters={filters} name="due_date[lte]" label="Due on or before" type="date" />
          </FilterBar>
          <PagedTable
            label="Invoices"
            list={list}
            filters={filters}
            columns={[
              {
                label: 'Invoice',
                render: ({ id, invoice_number }) => (
                  <Link to="/invoices/$id" params={{ id }}>
                    {invoice_number}
                  </Link>
                ),
              },
              {
                label: 'Status',
                render: ({ status, amount_cents }) => (
                  <>
                    <StatusBadge status={status} /> {amount_cents < 0 && <StatusBadge text="Credit" />}
                  </>
                ),
              },
              {
                label: 'Shipment',
                render: ({ freight_id }) => (
                  <Link to="/shipments/$id" params={{ id: freight_id }}>
                    {freight_id}
                  </Link>
                ),
              },
              { label: 'Due date', render: ({ due_date }) => formatDate(due_date) },
              {
                label: 'Total',
                alignRight: true,
                render: ({ total_cents, currency }) => formatMoney(total_cents, currency),
              },
              {
                label: 'Paid',
                alignRight: true,
                render: ({ amount_paid_cents, currency }) => formatMoney(amount_paid_cents, currency),
              },
              {
                label: 'Balance due',
                alignRight: true,
                render: ({ amount_remaining_cents, currency }) =>
                  formatMoney(amount_remaining_cents, currency),
              },
            ]}
            empty={
              <EmptyState title="No invoices yet">
                Lading creates an invoice from the quoted charges, by default when a shipment is delivered.
                Record payments and track overdue balances here.
              </EmptyState>
            }
          />
        </div>
      </Stack>
    </>
  );
}
