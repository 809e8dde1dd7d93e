import type { Schemas } from '@lading/sdk';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { formatMoney } from '../../../ui/format';
import { INVOICE_WRITES } from '../api/invoices';

/** Voids an unpaid invoice or waives its late fee. */
export function InvoiceActions({ invoice }: { invoice: Schemas['InvoiceWithLines'] }) {
  const { hasScope } = useSession();
  const voidInvoice = useApiMutation((lading, id: number) => lading.invoices.void(id), {
    invalidates: INVOICE_WRITES,
    successMessage: 'Invoice voided.',
  });
  const waiveLateFee = useApiMutation((lading, id: number) => lading.invoices.waiveLateFee(id), {
    invalidates: INVOICE_WRITES,
    successMessage: 'Late fee waived.',
  });
  const isUnpaid = invoice.status === 'open' || invoice.status === 'overdue';
  if (!isUnpaid || !hasScope('invoices.write')) return null;
  return (
    <>
      {invoice.late_fee_cents > invoice.late_fee_waived_cents && (
        <ConfirmButton
          label="Waive late fee"
          title="Waive the late fee?"
          onConfirm={() => waiveLateFee.mutateAsync(invoice.id)}
        >
          This reduces the amount due by {formatMoney(invoice.late_fee_cents, invoice.currency)}.
        </ConfirmButton>
      )}
      <ConfirmButton
        label="Void"
        title="Void this invoice?"
        danger
        onConfirm={() => voidInvoice.mutateAsync(invoice.id)}
      >
        A void invoice is no longer due. You can't undo this.
      </ConfirmButton>
    </>
  );
}
