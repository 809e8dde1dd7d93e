import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { PagedTable } from '../../ui/DataTable';
import { Filters, queryOf, TextFilter, useFilters } from '../../ui/filters';
import { count, day } from '../../ui/format';
import { Empty, PageHead } from '../../ui/parts';
import type { Field } from '../../ui/record';
import { RecordForm } from '../../ui/RecordForm';
import { Side } from '../../ui/Side';

export const TARIFF_FIELDS: Field[] = [
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
  const { may } = useSession();
  const { filters } = useFilters();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const list = useRead(['tariffs', filters], (lading) => lading.tariffs.list(queryOf(filters)), {
    keep: true,
  });
  const create = useWrite((lading, body: Schemas['CreateTariff']) => lading.tariffs.create(body), {
    after: ({ id }) => void navigate({ to: '/tariffs/$id', params: { id: String(id) } }),
  });
  const add = may('tariffs.write') && <Button onClick={() => setOpen(true)}>New tariff</Button>;
  return (
    <>
      <PageHead title="Tariffs">{add}</PageHead>
      <Filters>
        <TextFilter name="scac" label="Carrier (SCAC)" />
      </Filters>
      <PagedTable<Schemas['Tariff']>
        label="Tariffs"
        list={list}
        columns={[
          {
            label: 'Tariff',
            show: ({ id, name }) => (
              <Link to="/tariffs/$id" params={{ id: String(id) }}>
                {name}
              </Link>
            ),
          },
          { label: 'Carrier', show: ({ carrier_name, scac }) => `${carrier_name} (${scac})` },
          { label: 'From', show: ({ effective_from }) => day(effective_from) },
          { label: 'To', show: ({ effective_to }) => day(effective_to) },
          { label: 'Discount', right: true, show: ({ discount_percent }) => `${discount_percent} %` },
          { label: 'Rates', right: true, show: ({ rate_count }) => count(rate_count, 'row') },
        ]}
        empty={
          <Empty title="No tariffs yet" action={add}>
            What you have agreed on with a carrier: a table of rates by lane, class and weight, a discount,
            fuel. Its prices then stand among all quotes.
          </Empty>
        }
      />
      <Side title="A new tariff" isOpen={isOpen} close={() => setOpen(false)}>
        <RecordForm
          fields={TARIFF_FIELDS}
          label="Make the tariff"
          submit={(body) => create.mutateAsync(body)}
        />
      </Side>
    </>
  );
}
