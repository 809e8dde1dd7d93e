import { LadingError, type Schemas } from '@lading/sdk';
import { Button, FileButton } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { ChargeTable } from '../../../ui/ChargeTable';
import { FREIGHT_CLASSES } from '../../../ui/choices';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { pluralize, formatDateTime } from '../../../ui/format';
import { TwoColumns, Dimmed, PageHeader, Section, Stack, LoadingSkeleton } from '../../../ui/layout';
import { downloadFile as saveFile } from '../../../ui/DocumentViewer';
import type { FormField } from '../../../ui/form-values';
import { RecordForm } from '../../../ui/RecordForm';
import { TARIFF_FIELDS } from './TariffsPage';

type TariffRecord = Schemas['Tariff'];
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export default function TariffDetail() {
  const id = Number(useParams({ strict: false }).id);
  const { hasScope: may } = useSession();
  const navigate = useNavigate();
  const tariff = useApiQuery(['tariffs', id], (lading) => lading.tariffs.get(id));
  const save = useApiMutation((lading, body: Schemas['UpdateTariff']) => lading.tariffs.update(id, body), {
    successMessage: 'Saved.',
  });
  const remove = useApiMutation((lading, which: number) => lading.tariffs.delete(which), {
    successMessage: 'Deleted.',
    onSuccess: () => void navigate({ to: '/tariffs' }),
  });
  if (tariff.error) return <ErrorNote error={tariff.error} />;
  if (!tariff.data) return <LoadingSkeleton />;
  const { data } = tariff;
  return (
    <>
      <PageHeader title={data.name}>
        {may('tariffs.write') && (
          <ConfirmButton
            label="Delete"
            title="Delete this tariff?"
            danger
            onConfirm={() => remove.mutateAsync(id)}
          >
            Its prices are quoted no longer. What was booked by it stays.
          </ConfirmButton>
        )}
      </PageHeader>
      <TwoColumns>
        <Stack>
          <Rates tariff={data} />
          <TrialRating tariff={data} />
        </Stack>
        <Section title="Terms">
          <RecordForm
            key={data.updated_at}
            fields={TARIFF_FIELDS}
            record={data}
            label="Save"
            submit={(body) => save.mutateAsync(body)}
          />
        </Section>
      </TwoColumns>
    </>
  );
}

/** The table of rates, all of it at once; what is wrong with a file is named by its cells. */
function Rates({ tariff }: { tariff: TariffRecord }) {
  const { hasScope: may } = useSession();
  const replace = useApiMutation(
    (lading, file: File) =>
      lading.tariffs.replaceRates(
        tariff.id,
        new Blob([file], { type: file.name.toLowerCase().endsWith('.xlsx') ? XLSX : 'text/csv' }),
      ),
    { successMessage: ({ rate_count }) => `${pluralize(rate_count, 'rate')} are in place.` },
  );
  const download = useApiMutation(async (lading, id: number) => (await lading.tariffs.rates(id)).blob(), {
    onSuccess: (file) => saveFile(file, `${tariff.name}.csv`),
  });
  const faults = replace.error instanceof LadingError ? replace.error.errors.filter(({ row }) => row) : [];
  return (
    <Section
      title="Rates"
      actions={
        <>
          {tariff.rate_count > 0 && (
            <Button variant="default" loading={download.isPending} onClick={() => download.mutate(tariff.id)}>
              Download CSV
            </Button>
          )}
          {may('tariffs.write') && (
            <FileButton accept=".csv,.xlsx,text/csv" onChange={(file) => file && replace.mutate(file)}>
              {(button) => (
                <Button {...button} loading={replace.isPending}>
                  Import CSV or XLSX
                </Button>
              )}
            </FileButton>
          )}
        </>
      }
    >
      <Stack>
        {tariff.rate_count > 0 ? (
          <Dimmed>
            {pluralize(tariff.rate_count, 'rate')} since {formatDateTime(tariff.rates_updated_at)}. An import
            replaces them all.
          </Dimmed>
        ) : (
          <Dimmed>
            A file with the columns{' '}
            <code>origin, destination, class, minimum, L5C, M5C, M1M, M2M, M5M, M10M, M20M</code>: places are
            three digits of a ZIP, a state or US; rates are dollars for a hundred pounds.
          </Dimmed>
        )}
        {faults.length > 0 ? (
          <>
            <ErrorNote error={new Error(`${replace.error!.message} Nothing was changed.`)} />
            <DataTable
              bare
              label="Faults of the file"
              rows={faults}
              getKey={(fault) => faults.indexOf(fault)}
              columns={[
                { label: 'Row', render: ({ row }) => row },
                { label: 'Column', render: ({ column }) => column },
                { label: 'What is wrong', render: ({ message }) => message },
              ]}
            />
          </>
        ) : (
          <ErrorNote error={replace.error ?? download.error} />
        )}
      </Stack>
    </Section>
  );
}

const TRIAL_FIELDS: FormField[] = [
  { name: 'origin.zip', label: 'From ZIP', required: true, width: 2 },
  { name: 'origin.city', label: 'City', width: 3 },
  { name: 'origin.state', label: 'State', width: 1 },
  { name: 'destination.zip', label: 'To ZIP', required: true, width: 2 },
  { name: 'destination.city', label: 'City', width: 3 },
  { name: 'destination.state', label: 'State', width: 1 },
  { name: 'item.weight', label: 'Weight, lb', kind: 'number', width: 2 },
  { name: 'item.freight_class', label: 'Class', kind: 'choice', choices: FREIGHT_CLASSES, width: 2 },
  { name: 'item.height', label: 'Height, in', kind: 'number', width: 2 },
];

/** What the tariff would ask for, without a quote of it. */
function TrialRating({ tariff }: { tariff: TariffRecord }) {
  const rate = useApiMutation(
    (lading, { item, ...places }: { item?: object; origin?: object; destination?: object }) =>
      lading.tariffs.rate(tariff.id, {
        ...places,
        items: [{ length: 48, width: 40, ...item }],
      } as Schemas['CreateQuotes']),
  );
  return (
    <Section title="Try a price">
      <Stack>
        <RecordForm
          fields={TRIAL_FIELDS}
          record={{ item: { height: 48 } }}
          label="Calculate"
          submit={(body) => rate.mutateAsync(body)}
        />
        {rate.data && (
          <>
            <Dimmed>{pluralize(rate.data.transit_days, 'day')} on the road</Dimmed>
            <ChargeTable label="Price" charges={rate.data.charges} total={rate.data.net_charge_cents} />
          </>
        )}
      </Stack>
    </Section>
  );
}
