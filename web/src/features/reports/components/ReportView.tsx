import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { ErrorNote } from '../../../ui/ErrorNote';
import { ChoiceFilter, Filters, TextFilter, useFilters } from '../../../ui/filters';
import { Dimmed, EmptyState, Stack, LoadingSkeleton } from '../../../ui/layout';
import { downloadFile } from '../../../ui/DocumentViewer';
import { toDateRangeQuery } from '../api/date-range';

interface Answers {
  spend: Schemas['SpendReportList'];
  transit: Schemas['TransitReportList'];
  billing: Schemas['BillingReportList'];
}

/** As many lines as the service has of a report. */
const MAX_LINES = 500;

interface Props<N extends keyof Answers> {
  name: N;
  /** What becomes a line of it. */
  empty: string;
  /** Filters beside those that all reports have. */
  filters?: ReactNode;
  children: (answer: Answers[N]) => ReactNode;
}

/** A report with its range, which the address bar keeps, and its lines as a file. */
export function ReportPage<N extends keyof Answers>({ name, empty, filters: more, children }: Props<N>) {
  const { lading } = useSession();
  const { filters } = useFilters();
  const range = toDateRangeQuery(filters);
  const isRanged = Object.keys(range).length > 0;
  const report = useApiQuery<Answers[N]>(
    ['reports', name, range],
    async (api) => (await api.reports[name](range)) as Answers[N],
    { keepPrevious: true },
  );
  const download = useMutation({
    mutationFn: async () => downloadFile(await (await lading.reports.csv[name](range)).blob(), `${name}.csv`),
  });
  return (
    <>
      <Filters>
        <TextFilter name="from" label="From" type="date" />
        <TextFilter name="to" label="To" type="date" />
        <ChoiceFilter
          name="days"
          label="By the day of"
          all="Entry"
          choices={[{ value: 'pickup', label: 'Pickup' }]}
        />
        {more}
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          Download CSV
        </Button>
      </Filters>
      <Stack>
        {!isRanged && <Dimmed>Of the last 90 days.</Dimmed>}
        <ErrorNote error={report.error ?? download.error} />
        {report.isPending && <LoadingSkeleton />}
        {report.data?.data.length === 0 && (
          <EmptyState title={isRanged ? 'Nothing in these days' : 'Nothing yet'}>{empty}</EmptyState>
        )}
        {report.data && report.data.data.length > 0 && children(report.data)}
        {report.data?.data.length === MAX_LINES && (
          <Dimmed>These are the first {MAX_LINES} lines; the totals are of all.</Dimmed>
        )}
      </Stack>
    </>
  );
}
