import type { Schemas } from '@lading/sdk';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { ChargeTable } from '../../../ui/ChargeTable';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatMoney, humanize } from '../../../ui/format';
import { Dimmed, Section, Stack, LoadingSkeleton } from '../../../ui/layout';

/** What was quoted, beside what the carrier bills and what the customer is billed. */
export function ShipmentCharges({ shipment }: { shipment: Schemas['Freight'] }) {
  const { hasScope: may } = useSession();
  const quote = useApiQuery(['quotes', shipment.quote.id], (lading) => lading.quotes.get(shipment.quote.id), {
    enabled: may('quotes.read'),
  });
  const bills = useApiQuery(
    ['bills', { freight: shipment.id }],
    (lading) => lading.bills.list({ freight_id: shipment.id }),
    {
      enabled: may('bills.read'),
    },
  );
  const invoices = useApiQuery(
    ['invoices', { freight: shipment.id }],
    (lading) => lading.invoices.list({ freight_id: shipment.id }),
    { enabled: may('invoices.read') },
  );
  const bill = bills.data?.data.find(({ replaced }) => !replaced);
  return (
    <Section title={bill ? 'Charges against the bill' : 'Charges'}>
      <Stack>
        {quote.error && <ErrorNote error={quote.error} />}
        {quote.isPending && quote.isFetching && <LoadingSkeleton lines={3} />}
        {bill && bill.comparison.length > 0 ? (
          <ChargeComparison bill={bill} />
        ) : (
          quote.data && <ChargeTable charges={quote.data.charges} total={quote.data.net_charge_cents} />
        )}
        {shipment.adjustments.map((one) => (
          <Dimmed key={one.bill_id + one.created_at}>
            Adjusted by {formatMoney(one.amount_cents)}: {one.description}
          </Dimmed>
        ))}
        {bill && (
          <div>
            Bill{' '}
            <Link to="/bills/$id" params={{ id: String(bill.id) }}>
              {bill.bill_number}
            </Link>{' '}
            <StatusBadge status={bill.status} /> {formatMoney(bill.total_cents)}
          </div>
        )}
        {invoices.data?.data.map((invoice) => (
          <div key={invoice.id}>
            Invoice{' '}
            <Link to="/invoices/$id" params={{ id: String(invoice.id) }}>
              {invoice.invoice_number}
            </Link>{' '}
            <StatusBadge status={invoice.status} /> {formatMoney(invoice.total_cents)}
          </div>
        ))}
      </Stack>
    </Section>
  );
}

export function ChargeComparison({ bill }: { bill: Schemas['Bill'] }) {
  return (
    <DataTable
      bare
      label="Quote and bill"
      rows={bill.comparison}
      getKey={(row) => `${row.type} ${row.code}`}
      columns={[
        { label: 'Charge', render: (row) => [humanize(row.type), row.code].filter(Boolean).join(' · ') },
        { label: 'Quoted', alignRight: true, render: (row) => formatMoney(row.quoted_cents) },
        { label: 'Billed', alignRight: true, render: (row) => formatMoney(row.billed_cents) },
        {
          label: 'Difference',
          alignRight: true,
          render: (row) =>
            row.difference_cents === 0 ? (
              formatMoney(0)
            ) : (
              <StatusBadge
                tone={row.within_tolerance ? 'plain' : 'warn'}
                text={formatMoney(row.difference_cents)}
              />
            ),
        },
      ]}
    />
  );
}
