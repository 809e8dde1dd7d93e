import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { Badge } from '../../ui/Badge';
import { BILL_STATUSES } from '../../ui/choices';
import { PagedTable } from '../../ui/DataTable';
import { ChoiceFilter, Filters, queryOf, TextFilter, useFilters } from '../../ui/filters';
import { day, money } from '../../ui/format';
import { Empty, PageHead } from '../../ui/parts';
import type { Field } from '../../ui/record';
import { RecordForm } from '../../ui/RecordForm';
import { Side } from '../../ui/Side';

const FIELDS: Field[] = [
  { name: 'bill_number', label: 'Bill number', required: true },
  { name: 'bill_date', label: 'Date', kind: 'date', required: true },
  { name: 'carrier', label: 'Carrier (SCAC)', required: true },
  { name: 'pro_number', label: 'PRO number', hint: 'Or the shipment’s id' },
  { name: 'freight_id', label: 'Shipment’s id', kind: 'number' },
  { name: 'total_cents', label: 'Total', kind: 'money' },
];

export default function Bills() {
  const { may } = useSession();
  const { filters } = useFilters();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const list = useRead(['bills', filters], (lading) => lading.bills.list(queryOf(filters)), { keep: true });
  const create = useWrite((lading, body: Schemas['CreateBill']) => lading.bills.create(body), {
    after: ({ id }) => void navigate({ to: '/bills/$id', params: { id: String(id) } }),
  });
  const add = may('bills.write') && <Button onClick={() => setOpen(true)}>Enter a bill</Button>;
  return (
    <>
      <PageHead title="Bills">{add}</PageHead>
      <Filters>
        <ChoiceFilter name="status" label="Status" choices={BILL_STATUSES} />
        <TextFilter name="bill_number" label="Bill number" />
        <TextFilter name="pro_number" label="PRO number" />
        <TextFilter name="carrier" label="Carrier (SCAC)" />
      </Filters>
      <PagedTable
        label="Carriers' bills"
        list={list}
        columns={[
          {
            label: 'Bill',
            show: ({ id, bill_number }) => (
              <Link to="/bills/$id" params={{ id: String(id) }}>
                {bill_number}
              </Link>
            ),
          },
          {
            label: 'Status',
            show: ({ status, replaced }) => (replaced ? <Badge text="Replaced" /> : <Badge of={status} />),
          },
          { label: 'Carrier', show: ({ carrier }) => carrier },
          { label: 'PRO', show: ({ pro_number }) => pro_number },
          { label: 'Date', show: ({ bill_date }) => day(bill_date) },
          { label: 'Quoted', right: true, show: ({ quoted_cents }) => money(quoted_cents) },
          { label: 'Billed', right: true, show: ({ total_cents }) => money(total_cents) },
          { label: 'Difference', right: true, show: ({ difference_cents }) => money(difference_cents) },
        ]}
        empty={
          <Empty title="No carriers' bills yet" action={add}>
            Enter what a carrier charges, or let a program send it: it is held against the quote line by line,
            and what differs waits here to be approved or disputed.
          </Empty>
        }
      />
      <Side title="A carrier's bill" isOpen={isOpen} close={() => setOpen(false)}>
        <RecordForm
          fields={FIELDS}
          label="Compare with the quote"
          submit={(body) => create.mutateAsync(body)}
        />
      </Side>
    </>
  );
}
