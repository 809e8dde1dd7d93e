import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { PagedTable } from '../../../ui/DataTable';
import { Filters, toListQuery, TextFilter, useFilters } from '../../../ui/filters';
import { pluralize, formatDate } from '../../../ui/format';
import { EmptyState, PageHeader } from '../../../ui/layout';
import type { FormField } from '../../../ui/form-values';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';

export const TARIFF_FIELDS: FormField[] = [
  { name: 'name', label: 'Name', required: true },
  { name: 'scac', label: 'Carrier (SCAC)', required: true },
  { name: 'carrier_name', label: 'Carrier’s name' },
  { name: 'tender_email', label: 'Tenders go to', kind: 'email' },
  { name: 'effective_from', label: 'From', kind: 'date' },
  { name: 'effective_to', label: 'To', kind: 'date' },
  { name: 'discount_percent', label: 'Discount, %', kind: 'number', width: 2 },
  { name: 'minimum_cents', label: 'Minimum', kind: 'money', width: 2 },
  { name: 'fuel_percent', label: 'Fuel, %', kind: 'number', width: 2 },
  { name: 'transit_days', label: 'Days on the road', kind: 'number', width: 2 },
];

export default function Tariffs() {
  const { hasScope: may } = useSession();
  const { filters } = useFilters();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const list = useApiQuery(['tariffs', filters], (lading) => lading.tariffs.list(toListQuery(filters)), {
    keepPrevious: true,
  });
  const create = useApiMutation((lading, body: Schemas['CreateTariff']) => lading.tariffs.create(body), {
    onSuccess: ({ id }) => void navigate({ to: '/tariffs/$id', params: { id: String(id) } }),
  });
  const add = may('tariffs.write') && <Button onClick={() => setOpen(true)}>New tariff</Button>;
  return (
    <>
      <PageHeader title="Tariffs">{add}</PageHeader>
      <Filters>
        <TextFilter name="scac" label="Carrier (SCAC)" />
      </Filters>
      <PagedTable<Schemas['Tariff']>
        label="Tariffs"
        list={list}
        columns={[
          {
            label: 'Tariff',
            render: ({ id, name }) => (
              <Link to="/tariffs/$id" params={{ id: String(id) }}>
                {name}
              </Link>
            ),
          },
          { label: 'Carrier', render: ({ carrier_name, scac }) => `${carrier_name} (${scac})` },
          { label: 'From', render: ({ effective_from }) => formatDate(effective_from) },
          { label: 'To', render: ({ effective_to }) => formatDate(effective_to) },
          { label: 'Discount', alignRight: true, render: ({ discount_percent }) => `${discount_percent} %` },
          { label: 'Rates', alignRight: true, render: ({ rate_count }) => pluralize(rate_count, 'row') },
        ]}
        empty={
          <EmptyState title="No tariffs yet" action={add}>
            What you have agreed on with a carrier: a table of rates by lane, class and weight, a discount,
            fuel. Its prices then stand among all quotes.
          </EmptyState>
        }
      />
      <SidePanel title="A new tariff" isOpen={isOpen} close={() => setOpen(false)}>
        <RecordForm
          fields={TARIFF_FIELDS}
          label="Make the tariff"
          submit={(body) => create.mutateAsync(body)}
        />
      </SidePanel>
    </>
  );
}
