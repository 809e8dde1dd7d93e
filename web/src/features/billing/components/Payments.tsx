import type { Schemas } from '@lading/sdk';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { DataTable } from '../../../ui/DataTable';
import { formatDateTime, formatMoney } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { Dimmed, Section } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { INVOICE_WRITES } from '../api/invoices';

type Invoice = Schemas['InvoiceWithLines'];

export function PaymentList({ invoice: { payments, currency } }: { invoice: Invoice }) {
  return (
    <Section title="Payments">
      {payments.length === 0 ? (
        <Dimmed>No payments yet.</Dimmed>
      ) : (
        <DataTable
          bare
          label="Payments"
          rows={payments}
          columns={[
            { label: 'Recorded', render: ({ created_at }) => formatDateTime(created_at) },
            { label: 'Method', render: ({ method }) => method },
            { label: 'Reference', render: ({ reference }) => reference },
            {
              label: 'Amount',
              alignRight: true,
              render: ({ amount_cents }) => formatMoney(amount_cents, currency),
            },
          ]}
        />
      )}
    </Section>
  );
}

const PAYMENT_FIELDS: FormField[] = [
  { name: 'amount_cents', label: 'Amount', kind: 'money', width: 2 },
  { name: 'method', label: 'Method', width: 2 },
  { name: 'reference', label: 'Reference', width: 2 },
];

/** Records a payment of an invoice, or the refund of a credit memo, whose remaining amount is negative. */
export function PaymentForm({ invoice }: { invoice: Invoice }) {
  const { hasScope } = useSession();
  const isCredit = invoice.total_cents < 0;
  const pay = useApiMutation((lading, body: Schemas['PayInvoice']) => lading.invoices.pay(invoice.id, body), {
    invalidates: INVOICE_WRITES,
    successMessage: ({ status }) => {
      if (isCredit) return status === 'paid' ? 'Refunded in full.' : 'Refund recorded.';
      return status === 'paid' ? 'Paid in full.' : 'Payment recorded.';
    },
  });
  const isPayable = invoice.amount_remaining_cents !== 0 && invoice.status !== 'void';
  if (!isPayable || !hasScope('invoices.write')) return null;
  return (
    <Section title={isCredit ? 'New refund' : 'New payment'}>
      <RecordForm
        key={invoice.updated_at}
        fields={PAYMENT_FIELDS}
        record={{ amount_cents: Math.abs(invoice.amount_remaining_cents) }}
        submitLabel={isCredit ? 'Record refund' : 'Record payment'}
        submit={(body: Schemas['PayInvoice']) => pay.mutateAsync(body)}
      />
    </Section>
  );
}
