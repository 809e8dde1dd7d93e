import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { Badge } from '../../ui/Badge';
import { ChargeTable } from '../../ui/ChargeTable';
import { ConfirmButton } from '../../ui/Confirm';
import { DataTable } from '../../ui/DataTable';
import { ErrorNote } from '../../ui/ErrorNote';
import { day, moment, money, NONE, place } from '../../ui/format';
import { Columns, Dimmed, Facts, PageHead, Section, Stack, Waiting } from '../../ui/parts';
import { Paper } from '../../ui/Papers';
import { RecordForm } from '../../ui/RecordForm';

export default function Invoice() {
  const id = Number(useParams({ strict: false }).id);
  const invoice = useRead(['invoices', id], (lading) => lading.invoices.get(id));
  const [isShown, setShown] = useState(false);
  if (invoice.error) return <ErrorNote error={invoice.error} />;
  if (!invoice.data) return <Waiting />;
  const { data } = invoice;
  return (
    <>
      <PageHead title={data.invoice_number} beside={<Badge of={data.status} />}>
        <Changes of={data} />
        <Button variant="default" onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the PDF' : 'Show the PDF'}
        </Button>
      </PageHead>
      <Stack>
        {isShown && (
          <Section>
            <Paper
              name={data.invoice_number}
              of={['invoice', id, data.updated_at]}
              read={(lading) => lading.invoices.pdf(id)}
            />
          </Section>
        )}
        <Columns>
          <Stack>
            <Section title="Lines">
              <ChargeTable label="Lines" of={data.line_items} total={data.amount_cents} />
              {data.late_fee_cents > 0 && <Dimmed>And a late fee of {money(data.late_fee_cents)}</Dimmed>}
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
                    { label: 'When', show: ({ created_at }) => moment(created_at) },
                    { label: 'How', show: ({ method }) => method },
                    { label: 'Reference', show: ({ reference }) => reference },
                    { label: 'Amount', right: true, show: ({ amount_cents }) => money(amount_cents) },
                  ]}
                />
              )}
            </Section>
            <Pay of={data} />
          </Stack>
          <Section title="Invoice">
            <Facts
              of={[
                ['Total', money(data.total_cents)],
                ['Paid', money(data.amount_paid_cents)],
                ['Open', money(data.amount_remaining_cents)],
                ['Due', day(data.due_date)],
                [
                  'Shipment',
                  <Link key="s" to="/shipments/$id" params={{ id: String(data.freight_id) }}>
                    {data.freight_id}
                  </Link>,
                ],
                ['Bill to', partyText(data.bill_to)],
                ['Remit to', partyText(data.remit_to)],
              ]}
            />
          </Section>
        </Columns>
      </Stack>
    </>
  );
}

function partyText(of: Schemas['Party']): string {
  return [of.company, of.address, place(of)].filter((part) => part && part !== NONE).join(', ');
}

function Changes({ of }: { of: Schemas['InvoiceWithLines'] }) {
  const { may } = useSession();
  const cancel = useWrite((lading, id: number) => lading.invoices.void(id), { done: 'The invoice is void.' });
  const waive = useWrite((lading, id: number) => lading.invoices.waiveLateFee(id), { done: 'Waived.' });
  const isOpen = of.status === 'open' || of.status === 'overdue';
  if (!isOpen || !may('invoices.write')) return null;
  return (
    <>
      {of.late_fee_cents > of.late_fee_waived_cents && (
        <ConfirmButton
          label="Waive the late fee"
          title="Waive the late fee?"
          act={() => waive.mutateAsync(of.id)}
        >
          {money(of.late_fee_cents)} less are owed then.
        </ConfirmButton>
      )}
      <ConfirmButton label="Void" title="Void this invoice?" danger act={() => cancel.mutateAsync(of.id)}>
        Nothing is owed of it any more. It can't be taken back.
      </ConfirmButton>
    </>
  );
}

function Pay({ of }: { of: Schemas['InvoiceWithLines'] }) {
  const { may } = useSession();
  const pay = useWrite((lading, body: Schemas['PayInvoice']) => lading.invoices.pay(of.id, body), {
    done: ({ status }) => (status === 'paid' ? 'Paid in full.' : 'The payment is noted.'),
  });
  if (of.amount_remaining_cents === 0 || of.status === 'void' || !may('invoices.write')) return null;
  return (
    <Section title="A payment came in">
      <RecordForm
        key={of.updated_at}
        fields={[
          { name: 'amount_cents', label: 'Amount', kind: 'money', width: 2 },
          { name: 'method', label: 'How', width: 2 },
          { name: 'reference', label: 'Reference', width: 2 },
        ]}
        record={{ amount_cents: of.amount_remaining_cents }}
        label="Note the payment"
        submit={(body) => pay.mutateAsync(body)}
      />
    </Section>
  );
}
