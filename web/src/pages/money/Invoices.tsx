import { Link } from '@tanstack/react-router';
import { useRead } from '../../session/data';
import { Badge } from '../../ui/Badge';
import { INVOICE_STATUSES } from '../../ui/choices';
import { PagedTable } from '../../ui/DataTable';
import { ErrorNote } from '../../ui/ErrorNote';
import { ChoiceFilter, Filters, queryOf, TextFilter, useFilters } from '../../ui/filters';
import { day, money } from '../../ui/format';
import { Empty, PageHead, Stack, Tiles } from '../../ui/parts';

export default function Invoices() {
  const { filters } = useFilters();
  const list = useRead(['invoices', filters], (lading) => lading.invoices.list(queryOf(filters)), {
    keep: true,
  });
  const aging = useRead(['invoices', 'aging'], (lading) => lading.invoices.aging({ limit: 1 }));
  return (
    <>
      <PageHead title="Invoices" />
      <Stack>
        <ErrorNote error={aging.error} />
        {aging.data && (
          <Tiles
            of={[
              ['Not due yet', money(aging.data.totals.current_cents)],
              ['1 to 30 days late', money(aging.data.totals.days_1_30_cents)],
              ['31 to 60 days', money(aging.data.totals.days_31_60_cents)],
              ['61 to 90 days', money(aging.data.totals.days_61_90_cents)],
              ['More than 90', money(aging.data.totals.days_over_90_cents)],
              ['All that is owed', money(aging.data.totals.total_cents)],
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
                show: ({ id, invoice_number }) => (
                  <Link to="/invoices/$id" params={{ id: String(id) }}>
                    {invoice_number}
                  </Link>
                ),
              },
              { label: 'Status', show: ({ status }) => <Badge of={status} /> },
              {
                label: 'Shipment',
                show: ({ freight_id }) => (
                  <Link to="/shipments/$id" params={{ id: String(freight_id) }}>
                    {freight_id}
                  </Link>
                ),
              },
              { label: 'Due', show: ({ due_date }) => day(due_date) },
              { label: 'Total', right: true, show: ({ total_cents }) => money(total_cents) },
              { label: 'Paid', right: true, show: ({ amount_paid_cents }) => money(amount_paid_cents) },
              {
                label: 'Open',
                right: true,
                show: ({ amount_remaining_cents }) => money(amount_remaining_cents),
              },
            ]}
            empty={
              <Empty title="No invoices yet">
                A delivery opens one by itself, from the charges that were quoted. Here they are sent, paid
                and followed.
              </Empty>
            }
          />
        </div>
      </Stack>
    </>
  );
}
