import type { Schemas } from '@lading/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { ChargeTable } from '../../../ui/ChargeTable';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDate, formatMoney, EMPTY_VALUE } from '../../../ui/format';
import {
  TwoColumns,
  Dimmed,
  DescriptionList,
  PageHeader,
  Section,
  Stack,
  LoadingSkeleton,
} from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { ChargeComparison } from '../../shipments/components/ShipmentCharges';

type BillRecord = Schemas['Bill'];

/** Whether somebody has to agree before it is paid; what is as quoted needs nobody. */
const needsDecision = ({ status }: BillRecord) => status === 'variance' || status === 'disputed';

/** A carrier's bill beside what it had quoted. */
export default function BillDetail() {
  const id = Number(useParams({ strict: false }).id);
  const bill = useApiQuery(['bills', id], (lading) => lading.bills.get(id));
  if (bill.error) return <ErrorNote error={bill.error} />;
  if (!bill.data) return <LoadingSkeleton />;
  const { data } = bill;
  return (
    <>
      <PageHeader title={`Bill ${data.bill_number}`} beside={<StatusBadge status={data.status} />}>
        <BillDecisions bill={data} />
      </PageHeader>
      <TwoColumns>
        <Stack>
          <Section title="Quote and bill">
            {data.comparison.length > 0 ? (
              <ChargeComparison bill={data} />
            ) : (
              <Dimmed>There is no shipment to hold it against.</Dimmed>
            )}
          </Section>
          <BillComparison bill={data} />
        </Stack>
        <Section title="Bill">
          <DescriptionList
            items={[
              ['Carrier', data.carrier],
              ['PRO', data.pro_number],
              ['Date', formatDate(data.bill_date)],
              [
                'Shipment',
                data.freight_id && (
                  <Link key="s" to="/shipments/$id" params={{ id: String(data.freight_id) }}>
                    {data.freight_id}
                  </Link>
                ),
              ],
              ['Quoted', formatMoney(data.quoted_cents)],
              ['Billed', formatMoney(data.total_cents)],
              ['Difference', formatMoney(data.difference_cents)],
              ['Disputed', formatMoney(data.disputed_cents)],
              ['Credit', data.credit_cents ? formatMoney(data.credit_cents) : EMPTY_VALUE],
              [needsDecision(data) ? 'If approved' : 'To be paid', formatMoney(data.payable_cents)],
              ['Why', data.reason],
              ['Reasons', data.reasons.join(', ')],
              ['Note', data.note],
            ]}
          />
        </Section>
      </TwoColumns>
    </>
  );
}

function BillComparison({ bill }: { bill: BillRecord }) {
  const freight = useApiQuery(
    ['freight', bill.freight_id],
    (lading) => lading.freight.get(bill.freight_id!),
    {
      enabled: bill.freight_id !== null,
    },
  );
  const quoteId = freight.data?.quote.id;
  const quote = useApiQuery(['quotes', quoteId], (lading) => lading.quotes.get(quoteId!), {
    enabled: quoteId !== undefined,
  });
  return (
    <Section title="Line by line">
      <div
        style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(16rem, 1fr))', gap: '1rem' }}
      >
        <div>
          <h3>Quoted</h3>
          {quote.data && (
            <ChargeTable
              label="Quoted"
              charges={quote.data.cost_charges ?? quote.data.charges}
              total={quote.data.cost_cents ?? quote.data.net_charge_cents}
            />
          )}
        </div>
        <div>
          <h3>Billed</h3>
          <DataTable
            bare
            label="Billed"
            rows={bill.lines}
            getKey={(line) => bill.lines.indexOf(line)}
            columns={[
              { label: 'Charge', render: ({ description, code, type }) => description ?? code ?? type },
              { label: 'Amount', alignRight: true, render: ({ amount_cents }) => formatMoney(amount_cents) },
            ]}
          />
        </div>
      </div>
    </Section>
  );
}

/** What there is to decide depends on where the bill stands. */
function BillDecisions({ bill }: { bill: BillRecord }) {
  const { hasScope: may } = useSession();
  const [shown, setShown] = useState<'dispute' | 'resolve'>();
  const close = () => setShown(undefined);
  const approve = useApiMutation((lading, id: number) => lading.bills.approve(id), {
    successMessage: 'Approved.',
  });
  const dispute = useApiMutation(
    (lading, body: Schemas['DisputeBill']) => lading.bills.dispute(bill.id, body),
    {
      successMessage: 'Disputed.',
      onSuccess: close,
    },
  );
  const resolve = useApiMutation(
    (lading, body: Schemas['ResolveBill']) => lading.bills.resolve(bill.id, body),
    {
      successMessage: 'Resolved.',
      onSuccess: close,
    },
  );
  if (!may('bills.write') || bill.replaced) return null;
  const isUndecided = bill.status === 'variance' || bill.status === 'matched';
  const isDisputed = bill.status === 'disputed' || bill.status === 'duplicate';
  return (
    <>
      {needsDecision(bill) && (
        <ConfirmButton
          label="Approve"
          title="Pay what is billed?"
          variant="filled"
          onConfirm={() => approve.mutateAsync(bill.id)}
        >
          The difference of {formatMoney(bill.difference_cents)} becomes part of what the shipment costs.
        </ConfirmButton>
      )}
      {isUndecided && (
        <Button variant="default" onClick={() => setShown('dispute')}>
          Dispute
        </Button>
      )}
      {isDisputed && (
        <Button variant="default" onClick={() => setShown('resolve')}>
          Resolve
        </Button>
      )}
      <SidePanel title="Dispute the bill" isOpen={shown === 'dispute'} close={close} size="md">
        <RecordForm
          fields={[
            { name: 'reason', label: 'Why', kind: 'area', required: true, width: 6 },
            { name: 'amount_cents', label: 'What is wrong with it', kind: 'money', width: 6 },
          ]}
          label="Dispute"
          submit={(body) => dispute.mutateAsync(body)}
        />
      </SidePanel>
      <SidePanel title="What came of it" isOpen={shown === 'resolve'} close={close} size="md">
        <RecordForm
          fields={[
            { name: 'amount_cents', label: 'To be paid in all', kind: 'money', required: true, width: 6 },
            { name: 'note', label: 'Note', kind: 'area', width: 6 },
          ]}
          label="Resolve"
          submit={(body) => resolve.mutateAsync(body)}
        />
      </SidePanel>
    </>
  );
}
