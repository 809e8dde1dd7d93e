import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { formatMoney } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { Dimmed, Stack } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { INVOICE_WRITES, invoiceQueries } from '../api/invoices';
import { ReissueInvoice } from './ReissueInvoice';

const CREDIT_FIELDS: FormField[] = [
  { name: 'amount_cents', label: 'Amount without taxes', kind: 'money', required: true, width: 6 },
  { name: 'reason', label: 'Reason, printed on the credit memo', kind: 'area', required: true, width: 6 },
];

/** Voids an unpaid invoice, waives its late fee, credits it, or issues a void invoice again. */
export function InvoiceActions({ invoice }: { invoice: Schemas['InvoiceWithLines'] }) {
  const session = useSession();
  const { hasScope } = session;
  const [isCreditOpen, setCreditOpen] = useState(false);
  const related = useQuery(invoiceQueries.related(session, invoice));
  const voidInvoice = useApiMutation((lading, id: number) => lading.invoices.void(id), {
    invalidates: INVOICE_WRITES,
    successMessage: 'Invoice voided.',
  });
  const waiveLateFee = useApiMutation((lading, id: number) => lading.invoices.waiveLateFee(id), {
    invalidates: INVOICE_WRITES,
    successMessage: 'Late fee waived.',
  });
  const credit = useApiMutation(
    (lading, body: Schemas['CreditInvoice']) => lading.invoices.credit(invoice.id, body),
    {
      invalidates: INVOICE_WRITES,
      successMessage: ({ invoice_number }) => `Credit memo ${invoice_number} issued.`,
      onSuccess: () => setCreditOpen(false),
    },
  );
  const creditableCents = related.data?.creditableCents ?? 0;
  const isCreditable = invoice.status !== 'void' && invoice.amount_cents > 0 && creditableCents > 0;
  const isUnpaid = invoice.status === 'open' || invoice.status === 'overdue';
  if (invoice.status === 'void')
    return invoice.supplements_invoice_id === null && <ReissueInvoice freightId={invoice.freight_id} />;
  if (!hasScope('invoices.write')) return null;
  return (
    <>
      {isCreditable && (
        <Button variant="default" onClick={() => setCreditOpen(true)}>
          Credit
        </Button>
      )}
      {isUnpaid && invoice.late_fee_cents > invoice.late_fee_waived_cents && (
        <ConfirmButton
          label="Waive late fee"
          title="Waive the late fee?"
          onConfirm={() => waiveLateFee.mutateAsync(invoice.id)}
        >
          This reduces the amount due by {formatMoney(invoice.late_fee_cents, invoice.currency)}.
        </ConfirmButton>
      )}
      {isUnpaid && (
        <ConfirmButton
          label="Void"
          title="Void this invoice?"
          danger
          onConfirm={() => voidInvoice.mutateAsync(invoice.id)}
        >
          A void invoice is no longer due. You can't undo this, but you can reissue the invoice.
        </ConfirmButton>
      )}
      <SidePanel title="Credit memo" isOpen={isCreditOpen} close={() => setCreditOpen(false)} size="md">
        <Stack>
          <Dimmed>
            Available to credit: {formatMoney(creditableCents, invoice.currency)}. Lading adds the taxes of
            the credited charges.
          </Dimmed>
          <RecordForm
            fields={CREDIT_FIELDS}
            submitLabel="Issue credit memo"
            submit={(body: Schemas['CreditInvoice']) => credit.mutateAsync(body)}
          />
        </Stack>
      </SidePanel>
    </>
  );
}
