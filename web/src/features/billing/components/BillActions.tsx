import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { formatMoney } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { BILL_KIND_CHOICES, BILL_WRITES, needsDecision } from '../api/bills';

type Bill = Schemas['Bill'];

const DISPUTE_FIELDS: FormField[] = [
  { name: 'reason', label: 'Reason', kind: 'area', required: true, width: 6 },
  {
    name: 'amount_cents',
    label: 'Disputed amount',
    kind: 'money',
    hint: 'Defaults to the amount over the quote',
    width: 6,
  },
];
const RESOLVE_FIELDS: FormField[] = [
  {
    name: 'amount_cents',
    label: 'Credit',
    kind: 'money',
    required: true,
    hint: 'The amount the carrier credits. Enter 0 if you pay the bill in full.',
    width: 6,
  },
  { name: 'note', label: 'Note', kind: 'area', width: 6 },
];

const KIND_FIELDS: FormField[] = [
  {
    name: 'kind',
    label: 'Bill type',
    kind: 'choice',
    choices: BILL_KIND_CHOICES,
    hint: 'A supplement adds charges to a PRO number that is already billed. A credit has a negative total.',
    required: true,
    width: 6,
  },
];

/** Approves, disputes, resolves or reclassifies a bill, as its status allows. */
export function BillActions({ bill }: { bill: Bill }) {
  const { hasScope } = useSession();
  const [openForm, setOpenForm] = useState<'dispute' | 'resolve' | 'reclassify'>();
  const close = () => setOpenForm(undefined);
  const approve = useApiMutation((lading, id: number) => lading.bills.approve(id), {
    invalidates: BILL_WRITES,
    successMessage: 'Bill approved.',
  });
  const dispute = useApiMutation(
    (lading, body: Schemas['DisputeBill']) => lading.bills.dispute(bill.id, body),
    { invalidates: BILL_WRITES, successMessage: 'Bill disputed.', onSuccess: close },
  );
  const resolve = useApiMutation(
    (lading, body: Schemas['ResolveBill']) => lading.bills.resolve(bill.id, body),
    { invalidates: BILL_WRITES, successMessage: 'Dispute resolved.', onSuccess: close },
  );
  const reclassify = useApiMutation(
    (lading, body: Schemas['ReclassifyBill']) => lading.bills.reclassify(bill.id, body),
    { invalidates: BILL_WRITES, successMessage: 'Bill type changed.', onSuccess: close },
  );
  if (!hasScope('bills.write') || bill.replaced) return null;
  const canDispute = bill.status === 'variance' || bill.status === 'matched';
  const canResolve = bill.status === 'disputed';
  const canReclassify = bill.status !== 'approved' && bill.status !== 'resolved';
  return (
    <>
      {needsDecision(bill) && (
        <ConfirmButton
          label="Approve"
          title="Approve this bill?"
          variant="filled"
          onConfirm={() => approve.mutateAsync(bill.id)}
        >
          {bill.difference_cents === null
            ? 'Approval does not change the shipment cost, because the bill is not compared with a quote.'
            : `Approval adds the difference of ${formatMoney(bill.difference_cents, bill.currency)} to the shipment cost.`}
        </ConfirmButton>
      )}
      {canDispute && (
        <Button variant="default" onClick={() => setOpenForm('dispute')}>
          Dispute
        </Button>
      )}
      {canResolve && (
        <Button variant="default" onClick={() => setOpenForm('resolve')}>
          Resolve
        </Button>
      )}
      {canReclassify && (
        <Button variant="default" onClick={() => setOpenForm('reclassify')}>
          Change type
        </Button>
      )}
      <SidePanel title="Change bill type" isOpen={openForm === 'reclassify'} close={close} size="md">
        <RecordForm
          fields={KIND_FIELDS}
          record={bill}
          submitLabel="Change type"
          submit={(body: Schemas['ReclassifyBill']) => reclassify.mutateAsync(body)}
        />
      </SidePanel>
      <SidePanel title="Dispute bill" isOpen={openForm === 'dispute'} close={close} size="md">
        <RecordForm
          fields={DISPUTE_FIELDS}
          submitLabel="Dispute bill"
          submit={(body: Schemas['DisputeBill']) => dispute.mutateAsync(body)}
        />
      </SidePanel>
      <SidePanel title="Resolve dispute" isOpen={openForm === 'resolve'} close={close} size="md">
        <RecordForm
          fields={RESOLVE_FIELDS}
          submitLabel="Resolve dispute"
          submit={(body: Schemas['ResolveBill']) => resolve.mutateAsync(body)}
        />
      </SidePanel>
    </>
  );
}
