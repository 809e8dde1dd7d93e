import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { ChargeTable } from '../../../ui/ChargeTable';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDate, formatDateTime, formatMoney, EMPTY_VALUE, formatPlace } from '../../../ui/format';
import {
  TwoColumns,
  Dimmed,
  DescriptionList,
  PageHeader,
  Section,
  Stack,
  LoadingSkeleton,
} from '../../../ui/layout';
import { DocumentViewer } from '../../../ui/DocumentViewer';
import { RecordForm } from '../../../ui/RecordForm';

export default function InvoiceDetail() {
  const id = Number(useParams({ strict: false }).id);
  const invoice = useApiQuery(['invoices', id], (lading) => lading.invoices.get(id));
  const [isShown, setShown] = useState(false);
  if (invoice.error) return <ErrorNote error={invoice.error} />;
  if (!invoice.data) return <LoadingSkeleton />;
  const { data } = invoice;
  return (
    <>
      <PageHeader title={data.invoice_number} beside={<StatusBadge status={data.status} />}>
        <InvoiceActions invoice={data} />
        <Button variant="default" onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the PDF' : 'Show the PDF'}
        </Button>
      </PageHeader>
      <Stack>
        {isShown && (
          <Section>
            <DocumentViewer
              name={data.invoice_number}
              queryKey={['invoice', id, data.updated_at]}
              read={(lading) => lading.invoices.pdf(id)}
            />
          </Section>
        )}
        <TwoColumns>
          <Stack>
            <Section title="Lines">
              <ChargeTable label="Lines" charges={data.line_items} total={data.amount_cents} />
              {data.late_fee_cents > 0 && (
                <Dimmed>And a late fee of {formatMoney(data.late_fee_cents)}</Dimmed>
              )}
            </Section>
            <Section title="Payments">
              {data.payments.length === 0 ? (
                <Dimmed>None yet.</Dimmed>
              ) : (
                <DataTable
                  bare
                  label="Payments"
                  rows={data.payments}
                  columns={[
                    { label: 'When', render: ({ created_at }) => formatDateTime(created_at) },
                    { label: 'How', render: ({ method }) => method },
                    { label: 'Reference', render: ({ reference }) => reference },
                    {
                      label: 'Amount',
                      alignRight: true,
                      render: ({ amount_cents }) => formatMoney(amount_cents),
                    },
                  ]}
                />
              )}
            </Section>
            <PaymentForm invoice={data} />
          </Stack>
          <Section title="Invoice">
            <DescriptionList
              items={[
                ['Total', formatMoney(data.total_cents)],
                ['Paid', formatMoney(data.amount_paid_cents)],
                ['Open', formatMoney(data.amount_remaining_cents)],
                ['Due', formatDate(data.due_date)],
                [
                  'Shipment',
                  <Link key="s" to="/shipments/$id" params={{ id: String(data.freight_id) }}>
                    {data.freight_id}
                  </Link>,
                ],
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

function formatParty(of: Schemas['Party']): string {
  return [of.company, of.address, formatPlace(of)].filter((part) => part && part !== EMPTY_VALUE).join(', ');
}

function InvoiceActions({ invoice }: { invoice: Schemas['InvoiceWithLines'] }) {
  const { hasScope: may } = useSession();
  const cancel = useApiMutation((lading, id: number) => lading.invoices.void(id), {
    successMessage: 'The invoice is void.',
  });
  const waive = useApiMutation((lading, id: number) => lading.invoices.waiveLateFee(id), {
    successMessage: 'Waived.',
  });
  const isOpen = invoice.status === 'open' || invoice.status === 'overdue';
  if (!isOpen || !may('invoices.write')) return null;
  return (
    <>
      {invoice.late_fee_cents > invoice.late_fee_waived_cents && (
        <ConfirmButton
          label="Waive the late fee"
          title="Waive the late fee?"
          onConfirm={() => waive.mutateAsync(invoice.id)}
        >
          {formatMoney(invoice.late_fee_cents)} less are owed then.
        </ConfirmButton>
      )}
      <ConfirmButton
        label="Void"
        title="Void this invoice?"
        danger
        onConfirm={() => cancel.mutateAsync(invoice.id)}
      >
        Nothing is owed of it any more. It can't be taken back.
      </ConfirmButton>
    </>
  );
}

function PaymentForm({ invoice }: { invoice: Schemas['InvoiceWithLines'] }) {
  const { hasScope: may } = useSession();
  const pay = useApiMutation((lading, body: Schemas['PayInvoice']) => lading.invoices.pay(invoice.id, body), {
    successMessage: ({ status }) => (status === 'paid' ? 'Paid in full.' : 'The payment is noted.'),
  });
  if (invoice.amount_remaining_cents === 0 || invoice.status === 'void' || !may('invoices.write'))
    return null;
  return (
    <Section title="A payment came in">
      <RecordForm
        key={invoice.updated_at}
        fields={[
          { name: 'amount_cents', label: 'Amount', kind: 'money', width: 2 },
          { name: 'method', label: 'How', width: 2 },
          { name: 'reference', label: 'Reference', width: 2 },
        ]}
        record={{ amount_cents: invoice.amount_remaining_cents }}
        label="Note the payment"
        submit={(body) => pay.mutateAsync(body)}
      />
    </Section>
  );
}
