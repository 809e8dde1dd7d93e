import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { BILL_STATUSES } from '../../../ui/choices';
import { PagedTable } from '../../../ui/DataTable';
import { ChoiceFilter, Filters, toListQuery, TextFilter, useFilters } from '../../../ui/filters';
import { formatDate, formatMoney } from '../../../ui/format';
import { EmptyState, PageHeader } from '../../../ui/layout';
import type { FormField } from '../../../ui/form-values';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';

const FIELDS: FormField[] = [
  { name: 'bill_number', label: 'Bill number', required: true },
  { name: 'bill_date', label: 'Date', kind: 'date', required: true },
  { name: 'carrier', label: 'Carrier (SCAC)', required: true },
  { name: 'pro_number', label: 'PRO number', hint: 'Or the shipment’s id' },
  { name: 'freight_id', label: 'Shipment’s id', kind: 'number' },
  { name: 'total_cents', label: 'Total', kind: 'money' },
];

export default function Bills() {
  const { hasScope: may } = useSession();
  const { filters } = useFilters();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const list = useApiQuery(['bills', filters], (lading) => lading.bills.list(toListQuery(filters)), {
    keepPrevious: true,
  });
  const create = useApiMutation((lading, body: Schemas['CreateBill']) => lading.bills.create(body), {
    onSuccess: ({ id }) => void navigate({ to: '/bills/$id', params: { id: String(id) } }),
  });
  const add = may('bills.write') && <Button onClick={() => setOpen(true)}>Enter a bill</Button>;
  return (
    <>
      <PageHeader title="Bills">{add}</PageHeader>
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
            render: ({ id, bill_number }) => (
              <Link to="/bills/$id" params={{ id: String(id) }}>
                {bill_number}
              </Link>
            ),
          },
          {
            label: 'Status',
            render: ({ status, replaced }) =>
              replaced ? <StatusBadge text="Replaced" /> : <StatusBadge status={status} />,
          },
          { label: 'Carrier', render: ({ carrier }) => carrier },
          { label: 'PRO', render: ({ pro_number }) => pro_number },
          { label: 'Date', render: ({ bill_date }) => formatDate(bill_date) },
          { label: 'Quoted', alignRight: true, render: ({ quoted_cents }) => formatMoney(quoted_cents) },
          { label: 'Billed', alignRight: true, render: ({ total_cents }) => formatMoney(total_cents) },
          {
            label: 'Difference',
            alignRight: true,
            render: ({ difference_cents }) => formatMoney(difference_cents),
          },
        ]}
        empty={
          <EmptyState title="No carriers' bills yet" action={add}>
            Enter what a carrier charges, or let a program send it: it is held against the quote line by line,
            and what differs waits here to be approved or disputed.
          </EmptyState>
        }
      />
      <SidePanel title="A carrier's bill" isOpen={isOpen} close={() => setOpen(false)}>
        <RecordForm
          fields={FIELDS}
          label="Compare with the quote"
          submit={(body) => create.mutateAsync(body)}
        />
      </SidePanel>
    </>
  );
}
