import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { BILL_STATUSES, CHARGE_TYPES, CURRENCIES, FREIGHT_CLASSES, toChoices } from '../../../ui/choices';
import { PagedTable } from '../../../ui/DataTable';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../../ui/filters';
import { formatDate, formatMoney } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { EmptyState, PageHeader } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { StatusBadge } from '../../../ui/StatusBadge';
import { BILL_KIND_CHOICES, BILL_WRITES, billQueries } from '../api/bills';

const route = getRouteApi('/app/bills');

const BILL_CHARGE_TYPES = [...CHARGE_TYPES, ...toChoices<Schemas['BillLine']['type']>(['tax'])];
const FIELDS: FormField[] = [
  { name: 'bill_number', label: 'Bill number', required: true },
  { name: 'bill_date', label: 'Date', kind: 'date', required: true },
  { name: 'carrier', label: 'Carrier (SCAC)', required: true },
  { name: 'pro_number', label: 'PRO number', hint: 'Or enter the shipment ID' },
  { name: 'freight_id', label: 'Shipment ID', kind: 'number' },
  { name: 'total_cents', label: 'Total', kind: 'money' },
  {
    name: 'currency',
    label: 'Currency',
    kind: 'choice',
    choices: CURRENCIES,
    hint: 'Defaults to US dollars',
  },
  {
    name: 'kind',
    label: 'Bill type',
    kind: 'choice',
    choices: BILL_KIND_CHOICES,
    hint: 'Defaults to original',
  },
  {
    name: 'replaces_bill_id',
    label: 'Replaces bill ID',
    kind: 'number',
    hint: 'The bill that this one corrects',
  },
  {
    name: 'lines',
    label: 'Lines',
    kind: 'rows',
    rowName: 'line',
    hint: 'Without lines, the audit compares only the total.',
    rowFields: [
      { name: 'type', label: 'Charge', kind: 'choice', choices: BILL_CHARGE_TYPES, required: true },
      { name: 'amount_cents', label: 'Amount', kind: 'money', required: true },
      { name: 'description', label: 'Description', width: 2 },
      { name: 'code', label: 'Code', width: 1 },
      { name: 'weight', label: 'Weight (lb)', kind: 'number', width: 1 },
      { name: 'freight_class', label: 'Class', kind: 'choice', choices: FREIGHT_CLASSES, width: 2 },
    ],
    width: 6,
  },
];

export default function BillsPage() {
  const session = useSession();
  const filters = useFilters(route.useSearch());
  const navigate = useNavigate();
  const [isFormOpen, setFormOpen] = useState(false);
  const list = useQuery(billQueries.list(session, filters.values));
  const create = useApiMutation((lading, body: Schemas['CreateBill']) => lading.bills.create(body), {
    invalidates: BILL_WRITES,
    onSuccess: ({ id }) => void navigate({ to: '/bills/$id', params: { id } }),
  });
  const actions = session.hasScope('bills.write') && (
    <Button onClick={() => setFormOpen(true)}>Enter bill</Button>
  );
  return (
    <>
      <PageHeader title="Carrier bills">{actions}</PageHeader>
      <FilterBar>
        <ChoiceFilter filters={filters} name="status" label="Status" choices={BILL_STATUSES} />
        <TextFilter filters={filters} name="bill_number" label="Bill number" />
        <TextFilter filters={filters} name="pro_number" label="PRO number" />
        <TextFilter filters={filters} name="carrier" label="Carrier (SCAC)" />
      </FilterBar>
      <PagedTable
        label="Carrier bills"
        list={list}
        filters={filters}
        columns={[
          {
            label: 'Bill',
            render: ({ id, bill_number }) => (
              <Link to="/bills/$id" params={{ id }}>
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
          {
            label: 'Quoted',
            alignRight: true,
            render: ({ quoted_cents, currency }) => formatMoney(quoted_cents, currency),
          },
          {
            label: 'Billed',
            alignRight: true,
            render: ({ total_cents, currency }) => formatMoney(total_cents, currency),
          },
          {
            label: 'Difference',
            alignRight: true,
            render: ({ difference_cents, currency }) => formatMoney(difference_cents, currency),
          },
        ]}
        empty={
          <EmptyState title="No carrier bills yet" action={actions}>
            Enter a carrier's bill, or send bills through the API. Lading compares each bill with its quote
            line by line. Approve or dispute the differences here.
          </EmptyState>
        }
      />
      <SidePanel title="Enter bill" isOpen={isFormOpen} close={() => setFormOpen(false)}>
        <RecordForm
          fields={FIELDS}
          submitLabel="Save & audit"
          submit={(body: Schemas['CreateBill']) => create.mutateAsync(body)}
        />
      </SidePanel>
    </>
  );
}
