import type { Schemas } from '@lading/sdk';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../session/data';
import { useSession } from '../../session/session';
import { Badge } from '../../ui/Badge';
import { ChargeTable } from '../../ui/ChargeTable';
import { DataTable } from '../../ui/DataTable';
import { ErrorNote } from '../../ui/ErrorNote';
import { money, words } from '../../ui/format';
import { Dimmed, Section, Stack, Waiting } from '../../ui/parts';

/** What was quoted, beside what the carrier bills and what the customer is billed. */
export function Charges({ of }: { of: Schemas['Freight'] }) {
  const { may } = useSession();
  const quote = useRead(['quotes', of.quote.id], (lading) => lading.quotes.get(of.quote.id), {
    enabled: may('quotes.read'),
  });
  const bills = useRead(['bills', { freight: of.id }], (lading) => lading.bills.list({ freight_id: of.id }), {
    enabled: may('bills.read'),
  });
  const invoices = useRead(
    ['invoices', { freight: of.id }],
    (lading) => lading.invoices.list({ freight_id: of.id }),
    { enabled: may('invoices.read') },
  );
  const bill = bills.data?.data.find(({ replaced }) => !replaced);
  return (
    <Section title={bill ? 'Charges against the bill' : 'Charges'}>
      <Stack>
        {quote.error && <ErrorNote error={quote.error} />}
        {quote.isPending && quote.isFetching && <Waiting lines={3} />}
        {bill && bill.comparison.length > 0 ? (
          <Comparison of={bill} />
        ) : (
          quote.data && <ChargeTable of={quote.data.charges} total={quote.data.net_charge_cents} />
        )}
        {of.adjustments.map((one) => (
          <Dimmed key={one.bill_id + one.created_at}>
            Adjusted by {money(one.amount_cents)}: {one.description}
          </Dimmed>
        ))}
        {bill && (
          <div>
            Bill{' '}
            <Link to="/bills/$id" params={{ id: String(bill.id) }}>
              {bill.bill_number}
            </Link>{' '}
            <Badge of={bill.status} /> {money(bill.total_cents)}
          </div>
        )}
        {invoices.data?.data.map((invoice) => (
          <div key={invoice.id}>
            Invoice{' '}
            <Link to="/invoices/$id" params={{ id: String(invoice.id) }}>
              {invoice.invoice_number}
            </Link>{' '}
            <Badge of={invoice.status} /> {money(invoice.total_cents)}
          </div>
        ))}
      </Stack>
    </Section>
  );
}

export function Comparison({ of }: { of: Schemas['Bill'] }) {
  return (
    <DataTable
      bare
      label="Quote and bill"
      rows={of.comparison}
      keyOf={(row) => `${row.type} ${row.code}`}
      columns={[
        { label: 'Charge', show: (row) => [words(row.type), row.code].filter(Boolean).join(' · ') },
        { label: 'Quoted', right: true, show: (row) => money(row.quoted_cents) },
        { label: 'Billed', right: true, show: (row) => money(row.billed_cents) },
        {
          label: 'Difference',
          right: true,
          show: (row) =>
            row.difference_cents === 0 ? (
              money(0)
            ) : (
              <Badge tone={row.within_tolerance ? 'plain' : 'warn'} text={money(row.difference_cents)} />
            ),
        },
      ]}
    />
  );
}
