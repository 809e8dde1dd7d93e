import type { Schemas } from '@lading/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { Badge } from '../../ui/Badge';
import { ChargeTable } from '../../ui/ChargeTable';
import { ConfirmButton } from '../../ui/Confirm';
import { DataTable } from '../../ui/DataTable';
import { ErrorNote } from '../../ui/ErrorNote';
import { day, money, NONE } from '../../ui/format';
import { Columns, Dimmed, Facts, PageHead, Section, Stack, Waiting } from '../../ui/parts';
import { RecordForm } from '../../ui/RecordForm';
import { Side } from '../../ui/Side';
import { Comparison } from '../shipments/Charges';

type OneBill = Schemas['Bill'];

/** Whether somebody has to agree before it is paid; what is as quoted needs nobody. */
const waits = ({ status }: OneBill) => status === 'variance' || status === 'disputed';

/** A carrier's bill beside what it had quoted. */
export default function Bill() {
  const id = Number(useParams({ strict: false }).id);
  const bill = useRead(['bills', id], (lading) => lading.bills.get(id));
  if (bill.error) return <ErrorNote error={bill.error} />;
  if (!bill.data) return <Waiting />;
  const { data } = bill;
  return (
    <>
      <PageHead title={`Bill ${data.bill_number}`} beside={<Badge of={data.status} />}>
        <Decisions of={data} />
      </PageHead>
      <Columns>
        <Stack>
          <Section title="Quote and bill">
            {data.comparison.length > 0 ? (
              <Comparison of={data} />
            ) : (
              <Dimmed>There is no shipment to hold it against.</Dimmed>
            )}
          </Section>
          <QuotedAndBilled of={data} />
        </Stack>
        <Section title="Bill">
          <Facts
            of={[
              ['Carrier', data.carrier],
              ['PRO', data.pro_number],
              ['Date', day(data.bill_date)],
              [
                'Shipment',
                data.freight_id && (
                  <Link key="s" to="/shipments/$id" params={{ id: String(data.freight_id) }}>
                    {data.freight_id}
                  </Link>
                ),
              ],
              ['Quoted', money(data.quoted_cents)],
              ['Billed', money(data.total_cents)],
              ['Difference', money(data.difference_cents)],
              ['Disputed', money(data.disputed_cents)],
              ['Credit', data.credit_cents ? money(data.credit_cents) : NONE],
              [waits(data) ? 'If approved' : 'To be paid', money(data.payable_cents)],
              ['Why', data.reason],
              ['Reasons', data.reasons.join(', ')],
              ['Note', data.note],
            ]}
          />
        </Section>
      </Columns>
    </>
  );
}

function QuotedAndBilled({ of }: { of: OneBill }) {
  const freight = useRead(['freight', of.freight_id], (lading) => lading.freight.get(of.freight_id!), {
    enabled: of.freight_id !== null,
  });
  const quoteId = freight.data?.quote.id;
  const quote = useRead(['quotes', quoteId], (lading) => lading.quotes.get(quoteId!), {
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
              of={quote.data.cost_charges ?? quote.data.charges}
              total={quote.data.cost_cents ?? quote.data.net_charge_cents}
            />
          )}
        </div>
        <div>
          <h3>Billed</h3>
          <DataTable
            bare
            label="Billed"
            rows={of.lines}
            keyOf={(line) => of.lines.indexOf(line)}
            columns={[
              { label: 'Charge', show: ({ description, code, type }) => description ?? code ?? type },
              { label: 'Amount', right: true, show: ({ amount_cents }) => money(amount_cents) },
            ]}
          />
        </div>
      </div>
    </Section>
  );
}

/** What there is to decide depends on where the bill stands. */
function Decisions({ of }: { of: OneBill }) {
  const { may } = useSession();
  const [shown, setShown] = useState<'dispute' | 'resolve'>();
  const close = () => setShown(undefined);
  const approve = useWrite((lading, id: number) => lading.bills.approve(id), { done: 'Approved.' });
  const dispute = useWrite((lading, body: Schemas['DisputeBill']) => lading.bills.dispute(of.id, body), {
    done: 'Disputed.',
    after: close,
  });
  const resolve = useWrite((lading, body: Schemas['ResolveBill']) => lading.bills.resolve(of.id, body), {
    done: 'Resolved.',
    after: close,
  });
  if (!may('bills.write') || of.replaced) return null;
  const isUndecided = of.status === 'variance' || of.status === 'matched';
  const isDisputed = of.status === 'disputed' || of.status === 'duplicate';
  return (
    <>
      {waits(of) && (
        <ConfirmButton
          label="Approve"
          title="Pay what is billed?"
          variant="filled"
          act={() => approve.mutateAsync(of.id)}
        >
          The difference of {money(of.difference_cents)} becomes part of what the shipment costs.
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
      <Side title="Dispute the bill" isOpen={shown === 'dispute'} close={close} size="md">
        <RecordForm
          fields={[
            { name: 'reason', label: 'Why', kind: 'area', required: true, width: 6 },
            { name: 'amount_cents', label: 'What is wrong with it', kind: 'money', width: 6 },
          ]}
          label="Dispute"
          submit={(body) => dispute.mutateAsync(body)}
        />
      </Side>
      <Side title="What came of it" isOpen={shown === 'resolve'} close={close} size="md">
        <RecordForm
          fields={[
            { name: 'amount_cents', label: 'To be paid in all', kind: 'money', required: true, width: 6 },
            { name: 'note', label: 'Note', kind: 'area', width: 6 },
          ]}
          label="Resolve"
          submit={(body) => resolve.mutateAsync(body)}
        />
      </Side>
    </>
  );
}
