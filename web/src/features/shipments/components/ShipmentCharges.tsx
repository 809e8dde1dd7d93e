import type { Schemas } from '@lading/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { ChargeTable } from '../../../ui/ChargeTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatMoney } from '../../../ui/format';
import { Dimmed, LoadingSkeleton, Section, Stack } from '../../../ui/layout';
import { LinkButton } from '../../../ui/LinkButton';
import { StatusBadge } from '../../../ui/StatusBadge';
import styles from '../../../ui/ui.module.css';
import { billQueries } from '../../billing/api/bills';
import { invoiceQueries } from '../../billing/api/invoices';
import { ChargeComparison } from '../../billing/components/ChargeComparison';
import { ReissueInvoice } from '../../billing/components/ReissueInvoice';
import { quoteQueries } from '../../quotes/api/quotes';

/** The quoted charges, compared with the carrier's bill if there is one, and the customer's invoices. */
export function ShipmentCharges({ shipment }: { shipment: Schemas['Freight'] }) {
  const session = useSession();
  const quote = useQuery({
    ...quoteQueries.detail(session, shipment.quote.id),
    enabled: session.hasScope('quotes.read'),
  });
  const bills = useQuery({
    ...billQueries.forShipment(session, shipment.id),
    enabled: session.hasScope('bills.read'),
  });
  const invoices = useQuery({
    ...invoiceQueries.forShipment(session, shipment.id),
    enabled: session.hasScope('invoices.read'),
  });
  const bill = bills.data?.data.find(({ replaced }) => !replaced);
  return (
    <Section title={bill ? 'Quoted and billed charges' : 'Charges'}>
      <Stack>
        <ErrorNote error={quote.error} />
        {quote.isLoading && <LoadingSkeleton lines={3} />}
        {bill && bill.comparison.length > 0 ? (
          <ChargeComparison bill={bill} />
        ) : (
          quote.data && (
            <ChargeTable
              charges={quote.data.charges}
              total={quote.data.net_charge_cents}
              currency={quote.data.currency}
            />
          )
        )}
        {shipment.adjustments.map(({ bill_id, created_at, amount_cents, description }) => (
          <Dimmed key={bill_id + created_at}>
            Adjusted by {formatMoney(amount_cents, shipment.currency)}: {description}
          </Dimmed>
        ))}
        {bill && (
          <div>
            Bill{' '}
            <Link to="/bills/$id" params={{ id: bill.id }}>
              {bill.bill_number}
            </Link>{' '}
            <StatusBadge status={bill.status} /> {formatMoney(bill.total_cents, bill.currency)}
          </div>
        )}
        {invoices.data?.data.map(({ id, invoice_number, status, total_cents, currency }) => (
          <div key={id}>
            {total_cents < 0 ? 'Credit memo' : 'Invoice'}{' '}
            <Link to="/invoices/$id" params={{ id }}>
              {invoice_number}
            </Link>{' '}
            <StatusBadge status={status} /> {formatMoney(total_cents, currency)}
          </div>
        ))}
        {invoices.data && <InvoiceButtons shipment={shipment} invoices={invoices.data.data} />}
      </Stack>
    </Section>
  );
}

/** Bills extra charges, or issues the invoice of the shipment again after it was voided. */
function InvoiceButtons({
  shipment,
  invoices,
}: {
  shipment: Schemas['Freight'];
  invoices: Schemas['Invoice'][];
}) {
  const { hasScope } = useSession();
  const firstInvoices = invoices.filter(({ supplements_invoice_id: id }) => id === null);
  const areAllVoid = firstInvoices.length > 0 && firstInvoices.every(({ status }) => status === 'void');
  const canCreate = hasScope('invoices.write') && shipment.status !== 'draft';
  if (!areAllVoid && !canCreate) return null;
  return (
    <div className={styles.actions}>
      {areAllVoid && <ReissueInvoice freightId={shipment.id} />}
      {canCreate && (
        <LinkButton variant="default" to="/invoices/new" search={{ freight_id: String(shipment.id) }}>
          New invoice
        </LinkButton>
      )}
    </div>
  );
}
