import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { PagedTable } from '../../../ui/DataTable';
import { FilterBar, TextFilter, useFilters } from '../../../ui/filters';
import { formatDate, formatNumber } from '../../../ui/format';
import { EmptyState, PageHeader } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { TARIFF_WRITES, tariffQueries } from '../api/tariffs';
import { listTariffFields, toTariffBody } from '../components/tariff-fields';

const route = getRouteApi('/app/tariffs');

export default function TariffsPage() {
  const session = useSession();
  const filters = useFilters(route.useSearch());
  const navigate = useNavigate();
  const [isFormOpen, setFormOpen] = useState(false);
  const list = useQuery(tariffQueries.list(session, filters.values));
  const create = useApiMutation((lading, body: Schemas['CreateTariff']) => lading.tariffs.create(body), {
    invalidates: TARIFF_WRITES,
    onSuccess: ({ id }) => void navigate({ to: '/tariffs/$id', params: { id } }),
  });
  const actions = session.hasScope('tariffs.write') && (
    <Button onClick={() => setFormOpen(true)}>New tariff</Button>
  );
  return (
    <>
      <PageHeader title="Tariffs">{actions}</PageHeader>
      <FilterBar>
        <TextFilter filters={filters} name="scac" label="Carrier (SCAC)" />
      </FilterBar>
      <PagedTable
        label="Tariffs"
        list={list}
        filters={filters}
        columns={[
          {
            label: 'Tariff',
            render: ({ id, name }) => (
              <Link to="/tariffs/$id" params={{ id }}>
                {name}
              </Link>
            ),
          },
          { label: 'Carrier', render: ({ carrier_name, scac }) => `${carrier_name} (${scac})` },
          { label: 'Effective from', render: ({ effective_from }) => formatDate(effective_from) },
          { label: 'Effective through', render: ({ effective_to }) => formatDate(effective_to) },
          { label: 'Discount', alignRight: true, render: ({ discount_percent }) => `${discount_percent}%` },
          { label: 'Rates', alignRight: true, render: ({ rate_count }) => formatNumber(rate_count) },
        ]}
        empty={
          <EmptyState title="No tariffs yet" action={actions}>
            Enter the rates, discount and fuel surcharge that you negotiated with a carrier. The tariff then
            returns quotes like a connected carrier.
          </EmptyState>
        }
      />
      <SidePanel title="New tariff" isOpen={isFormOpen} close={() => setFormOpen(false)}>
        <RecordForm
          fields={listTariffFields().fields}
          submitLabel="Create tariff"
          submit={(values: object) => create.mutateAsync(toTariffBody(values))}
        />
      </SidePanel>
    </>
  );
}
