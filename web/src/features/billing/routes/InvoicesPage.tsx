import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../../session/api-hooks';
import { StatusBadge } from '../../../ui/StatusBadge';
import { INVOICE_STATUSES } from '../../../ui/choices';
import { PagedTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { ChoiceFilter, Filters, toListQuery, TextFilter, useFilters } from '../../../ui/filters';
import { formatDate, formatMoney } from '../../../ui/format';
import { EmptyState, PageHeader, Stack, StatTiles } from '../../../ui/layout';

export default function Invoices() {
  const { filters } = useFilters();
  const list = useApiQuery(['invoices', filters], (lading) => lading.invoices.list(toListQuery(filters)), {
    keepPrevious: true,
  });
  const aging = useApiQuery(['invoices', 'aging'], (lading) => lading.invoices.aging({ limit: 1 }));
  return (
    <>
      <PageHeader title="Invoices" />
      <Stack>
        <ErrorNote error={aging.error} />
        {aging.data && (
          <StatTiles
            tiles={[
              ['Not due yet', formatMoney(aging.data.totals.current_cents)],
              ['1 to 30 days late', formatMoney(aging.data.totals.days_1_30_cents)],
              ['31 to 60 days', formatMoney(aging.data.totals.days_31_60_cents)],
              ['61 to 90 days', formatMoney(aging.data.totals.days_61_90_cents)],
              ['More than 90', formatMoney(aging.data.totals.days_over_90_cents)],
              ['All that is owed', formatMoney(aging.data.totals.total_cents)],
            ]}
          />
        )}
        <div>
          <Filters>
            <ChoiceFilter name="status" label="Status" choices={INVOICE_STATUSES} />
            <TextFilter name="invoice_number" label="Invoice number" />
            <TextFilter name="customer_id" label="Customer’s id" />
            <TextFilter name="due_date[gte]" label="Due from" type="date" />
            <TextFilter name="due_date[lte]" label="Due to" type="date" />
          </Filters>
          <PagedTable
            label="Invoices"
            list={list}
            columns={[
              {
                label: 'Invoice',
                render: ({ id, invoice_number }) => (
                  <Link to="/invoices/$id" params={{ id: String(id) }}>
                    {invoice_number}
                  </Link>
                ),
              },
              { label: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
              {
                label: 'Shipment',
                render: ({ freight_id }) => (
                  <Link to="/shipments/$id" params={{ id: String(freight_id) }}>
                    {freight_id}
                  </Link>
                ),
              },
              { label: 'Due', render: ({ due_date }) => formatDate(due_date) },
              { label: 'Total', alignRight: true, render: ({ total_cents }) => formatMoney(total_cents) },
              {
                label: 'Paid',
                alignRight: true,
                render: ({ amount_paid_cents }) => formatMoney(amount_paid_cents),
              },
              {
                label: 'Open',
                alignRight: true,
                render: ({ amount_remaining_cents }) => formatMoney(amount_remaining_cents),
              },
            ]}
            empty={
              <EmptyState title="No invoices yet">
                A delivery opens one by itself, from the charges that were quoted. Here they are sent, paid
                and followed.
              </EmptyState>
            }
          />
        </div>
      </Stack>
    </>
  );
}
