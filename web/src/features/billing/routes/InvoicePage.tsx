import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { ChargeTable } from '../../../ui/ChargeTable';
import { DocumentViewer } from '../../../ui/DocumentViewer';
import { ErrorNote } from '../../../ui/ErrorNote';
import { EMPTY_VALUE, formatDate, formatDateTime, formatMoney, formatPlace } from '../../../ui/format';
import {
  DescriptionList,
  Dimmed,
  LoadingSkeleton,
  PageHeader,
  Section,
  Stack,
  TwoColumns,
} from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';
import { invoiceQueries } from '../api/invoices';
import { InvoiceActions } from '../components/InvoiceActions';
import { RelatedInvoiceList } from '../components/RelatedInvoiceList';
import { PaymentForm, PaymentList } from '../components/Payments';

const route = getRouteApi('/app/invoices/$id');

export default function InvoicePage() {
  const { id } = route.useParams();
  const session = useSession();
  const invoice = useQuery(invoiceQueries.detail(session, id));
  const [isPdfOpen, setPdfOpen] = useState(false);
  if (invoice.error) return <ErrorNote error={invoice.error} />;
  if (!invoice.data) return <LoadingSkeleton />;
  const { data } = invoice;
  return (
    <>
      <PageHeader
        title={`${data.total_cents < 0 ? 'Credit memo ' : ''}${data.invoice_number}`}
        beside={<StatusBadge status={data.status} />}
      >
        <InvoiceActions invoice={data} />
        <Button variant="default" onClick={() => setPdfOpen(!isPdfOpen)}>
          {isPdfOpen ? 'Hide PDF' : 'Show PDF'}
        </Button>
      </PageHeader>
      <Stack>
        {isPdfOpen && (
          <Section>
            <DocumentViewer
              name={data.invoice_number}
              query={invoiceQueries.pdf(session, id, data.updated_at)}
            />
          </Section>
        )}
        <TwoColumns>
          <Stack>
            <Section title="Line items">
              <ChargeTable
                label="Line items"
                charges={data.line_items}
                total={data.amount_cents}
                currency={data.currency}
              />
              {data.late_fee_cents > 0 && (
                <Dimmed>Late fee: {formatMoney(data.late_fee_cents, data.currency)}</Dimmed>
              )}
            </Section>
            <RelatedInvoiceList invoice={data} />
            <PaymentList invoice={data} />
            <PaymentForm invoice={data} />
          </Stack>
          <Section title="Invoice">
            <DescriptionList
              items={[
                ['Total', formatMoney(data.total_cents, data.currency)],
                ['Paid', formatMoney(data.amount_paid_cents, data.currency)],
                [
                  data.total_cents < 0 ? 'Remaining credit' : 'Balance due',
                  formatMoney(data.amount_remaining_cents, data.currency),
                ],
                ['Due date', formatDate(data.due_date)],
                [
                  'Shipment',
                  <Link key="shipment" to="/shipments/$id" params={{ id: data.freight_id }}>
                    {data.freight_id}
                  </Link>,
                ],
                ['Customer', data.customer_id && <CustomerLink key="customer" id={data.customer_id} />],
                [
                  data.amount_cents < 0 ? 'Credits invoice' : 'Supplements invoice',
                  data.supplements_invoice_id && (
                    <Link key="supplements" to="/invoices/$id" params={{ id: data.supplements_invoice_id }}>
                      {data.supplements_invoice_id}
                    </Link>
                  ),
                ],
                ['Voided', formatDateTime(data.voided_at)],
                ['Bill to', formatParty(data.bill_to)],
                ['Remit to', formatParty(data.remit_to)],
              ]}
            />
          </Section>
        </TwoColumns>
      </Stack>
    </>
  );
}

function CustomerLink({ id }: { id: number }) {
  return (
    <Link to="/customers/$id/statement" params={{ id }}>
      Statement of customer {id}
    </Link>
  );
}

function formatParty(party: Schemas['Party']): string {
  return [party.company, party.address, formatPlace(party)]
    .filter((part) => part && part !== EMPTY_VALUE)
    .join(', ');
}
