import { LadingError, type Lading, type Schemas } from '@lading/sdk';
import { Button, FileButton } from '@mantine/core';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { DataTable } from '../../../ui/DataTable';
import { downloadFile } from '../../../ui/DocumentViewer';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDateTime, pluralize } from '../../../ui/format';
import { Dimmed, Section, Stack } from '../../../ui/layout';
import { TARIFF_WRITES } from '../api/tariffs';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Imports and downloads the rates of a tariff. Lists the rows and columns of an invalid file. */
export function TariffRates({ tariff }: { tariff: Schemas['Tariff'] }) {
  const { hasScope } = useSession();
  const replace = useApiMutation((lading, file: File) => uploadRates(lading, tariff.id, file), {
    invalidates: TARIFF_WRITES,
    successMessage: ({ rate_count }) => `${pluralize(rate_count, 'rate')} imported.`,
  });
  const download = useApiMutation(async (lading, id: number) => (await lading.tariffs.rates(id)).blob(), {
    onSuccess: (file) => downloadFile(file, `${tariff.name}.csv`),
  });
  const fileErrors =
    replace.error instanceof LadingError ? replace.error.errors.filter(({ row }) => row) : [];
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
          {hasScope('tariffs.write') && (
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
            {pluralize(tariff.rate_count, 'rate')}, imported {formatDateTime(tariff.rates_updated_at)}. An
            import replaces all rates.
          </Dimmed>
        ) : (
          <Dimmed>
            Import a file with the columns{' '}
            <code>origin, destination, class, minimum, L5C, M5C, M1M, M2M, M5M, M10M, M20M</code>. For origin
            and destination, enter a three-digit ZIP prefix, a state or US. Rates are in {tariff.currency} per
            cwt.
          </Dimmed>
        )}
        {fileErrors.length > 0 ? (
          <>
            <ErrorNote
              error={new Error(`${replace.error!.message} No rates were imported. Correct the file.`)}
            />
            <DataTable
              bare
              label="Errors in the file"
              rows={fileErrors}
              getKey={(fileError) => fileErrors.indexOf(fileError)}
              columns={[
                { label: 'Row', render: ({ row }) => row },
                { label: 'Column', render: ({ column }) => column },
                { label: 'Error', render: ({ message }) => message },
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

function uploadRates(lading: Lading, id: number, file: File): Promise<Schemas['Tariff']> {
  const type = file.name.toLowerCase().endsWith('.xlsx') ? XLSX : 'text/csv';
  return lading.tariffs.replaceRates(id, new Blob([file], { type }));
}
