import { LadingError, type Schemas } from '@lading/sdk';
import { Button, FileButton } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { ChargeTable } from '../../ui/ChargeTable';
import { FREIGHT_CLASSES } from '../../ui/choices';
import { ConfirmButton } from '../../ui/Confirm';
import { DataTable } from '../../ui/DataTable';
import { ErrorNote } from '../../ui/ErrorNote';
import { count, moment } from '../../ui/format';
import { Columns, Dimmed, PageHead, Section, Stack, Waiting } from '../../ui/parts';
import { save as saveFile } from '../../ui/Papers';
import type { Field } from '../../ui/record';
import { RecordForm } from '../../ui/RecordForm';
import { TARIFF_FIELDS } from './Tariffs';

type OneTariff = Schemas['Tariff'];
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export default function Tariff() {
  const id = Number(useParams({ strict: false }).id);
  const { may } = useSession();
  const navigate = useNavigate();
  const tariff = useRead(['tariffs', id], (lading) => lading.tariffs.get(id));
  const save = useWrite((lading, body: Schemas['UpdateTariff']) => lading.tariffs.update(id, body), {
    done: 'Saved.',
  });
  const remove = useWrite((lading, which: number) => lading.tariffs.delete(which), {
    done: 'Deleted.',
    after: () => void navigate({ to: '/tariffs' }),
  });
  if (tariff.error) return <ErrorNote error={tariff.error} />;
  if (!tariff.data) return <Waiting />;
  const { data } = tariff;
  return (
    <>
      <PageHead title={data.name}>
        {may('tariffs.write') && (
          <ConfirmButton label="Delete" title="Delete this tariff?" danger act={() => remove.mutateAsync(id)}>
            Its prices are quoted no longer. What was booked by it stays.
          </ConfirmButton>
        )}
      </PageHead>
      <Columns>
        <Stack>
          <Rates of={data} />
          <Trial of={data} />
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
      </Columns>
    </>
  );
}

/** The table of rates, all of it at once; what is wrong with a file is named by its cells. */
function Rates({ of }: { of: OneTariff }) {
  const { may } = useSession();
  const replace = useWrite(
    (lading, file: File) =>
      lading.tariffs.replaceRates(
        of.id,
        new Blob([file], { type: file.name.toLowerCase().endsWith('.xlsx') ? XLSX : 'text/csv' }),
      ),
    { done: ({ rate_count }) => `${count(rate_count, 'rate')} are in place.` },
  );
  const download = useWrite(async (lading, id: number) => (await lading.tariffs.rates(id)).blob(), {
    after: (file) => saveFile(file, `${of.name}.csv`),
  });
  const faults = replace.error instanceof LadingError ? replace.error.errors.filter(({ row }) => row) : [];
  return (
    <Section
      title="Rates"
      actions={
        <>
          {of.rate_count > 0 && (
            <Button variant="default" loading={download.isPending} onClick={() => download.mutate(of.id)}>
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
        {of.rate_count > 0 ? (
          <Dimmed>
            {count(of.rate_count, 'rate')} since {moment(of.rates_updated_at)}. An import replaces them all.
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
              keyOf={(fault) => faults.indexOf(fault)}
              columns={[
                { label: 'Row', show: ({ row }) => row },
                { label: 'Column', show: ({ column }) => column },
                { label: 'What is wrong', show: ({ message }) => message },
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

const TRIAL: Field[] = [
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
function Trial({ of }: { of: OneTariff }) {
  const rate = useWrite(
    (lading, { item, ...places }: { item?: object; origin?: object; destination?: object }) =>
      lading.tariffs.rate(of.id, {
        ...places,
        items: [{ length: 48, width: 40, ...item }],
      } as Schemas['CreateQuotes']),
  );
  return (
    <Section title="Try a price">
      <Stack>
        <RecordForm
          fields={TRIAL}
          record={{ item: { height: 48 } }}
          label="Calculate"
          submit={(body) => rate.mutateAsync(body)}
        />
        {rate.data && (
          <>
            <Dimmed>{count(rate.data.transit_days, 'day')} on the road</Dimmed>
            <ChargeTable label="Price" of={rate.data.charges} total={rate.data.net_charge_cents} />
          </>
        )}
      </Stack>
    </Section>
  );
}
