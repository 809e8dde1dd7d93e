import type { Schemas } from '@lading/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { ErrorNote } from '../../../ui/ErrorNote';
import { Dimmed, LoadingSkeleton, PageHeader, Section, Stack, TwoColumns } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { TARIFF_WRITES, tariffQueries } from '../api/tariffs';
import { RateCalculator } from '../components/RateCalculator';
import { listTariffFields, toTariffBody, toTariffForm } from '../components/tariff-fields';
import { TariffRates } from '../components/TariffRates';

const route = getRouteApi('/app/tariffs/$id');

export default function TariffPage() {
  const { id } = route.useParams();
  const session = useSession();
  const navigate = useNavigate();
  const tariff = useQuery(tariffQueries.detail(session, id));
  const save = useApiMutation((lading, body: Schemas['UpdateTariff']) => lading.tariffs.update(id, body), {
    invalidates: TARIFF_WRITES,
    successMessage: 'Saved.',
  });
  const remove = useApiMutation((lading, tariffId: number) => lading.tariffs.delete(tariffId), {
    invalidates: TARIFF_WRITES,
    successMessage: 'Tariff deleted.',
    onSuccess: () => void navigate({ to: '/tariffs' }),
  });
  if (tariff.error) return <ErrorNote error={tariff.error} />;
  if (!tariff.data) return <LoadingSkeleton />;
  const { data } = tariff;
  const { fields, omitted } = listTariffFields(data);
  return (
    <>
      <PageHeader title={data.name}>
        {session.hasScope('tariffs.write') && (
          <ConfirmButton
            label="Delete"
            title="Delete this tariff?"
            danger
            onConfirm={() => remove.mutateAsync(id)}
          >
            The tariff stops returning quotes. Booked shipments don't change.
          </ConfirmButton>
        )}
      </PageHeader>
      <TwoColumns>
        <Stack>
          <TariffRates tariff={data} />
          <RateCalculator tariff={data} />
        </Stack>
        <Section title="Terms">
          <RecordForm
            key={data.updated_at}
            fields={fields}
            record={toTariffForm(data)}
            submitLabel="Save"
            submit={(values: object) => save.mutateAsync(toTariffBody(values))}
          />
          {omitted.length > 0 && (
            <Dimmed>
              These tables are too long to edit here. Change them through the API:{' '}
              {omitted.map(({ label }) => label).join(', ')}.
            </Dimmed>
          )}
        </Section>
      </TwoColumns>
    </>
  );
}
