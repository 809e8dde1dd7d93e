import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { INVOICE_WRITES } from '../api/invoices';

/** Issues the invoice of a shipment again after it was voided, and opens the new invoice. */
export function ReissueInvoice({ freightId }: { freightId: number }) {
  const { hasScope } = useSession();
  const navigate = useNavigate();
  const reissue = useApiMutation((lading, id: number) => lading.freight.invoice(id), {
    invalidates: INVOICE_WRITES,
    successMessage: ({ invoice_number }) => `Invoice ${invoice_number} issued.`,
    onSuccess: ({ id }) => void navigate({ to: '/invoices/$id', params: { id } }),
  });
  if (!hasScope('invoices.write')) return null;
  return (
    <ConfirmButton
      label="Reissue"
      title="Reissue this invoice?"
      onConfirm={() => reissue.mutateAsync(freightId)}
    >
      The new invoice has the quoted charges and a new number. The void invoice stays in the list.
    </ConfirmButton>
  );
}
