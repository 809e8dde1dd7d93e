import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../../session/session';
import { CURRENCIES } from '../../../ui/choices';
import { downloadFile } from '../../../ui/DocumentViewer';
import { ErrorNote } from '../../../ui/ErrorNote';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../../ui/filters';
import { Dimmed, EmptyState, LoadingSkeleton, Stack } from '../../../ui/layout';
import { reportQueries, toDateRange, type ReportName, type ReportsByName } from '../api/reports';

const route = getRouteApi('/app/reports');

/** The limit of the API. The totals include all lines. */
const MAX_LINES = 500;

interface Props<N extends ReportName> {
  name: N;
  emptyText: string;
  /** The choices of "Group by", if the report has groups. */
  groups?: { value: string; label: string }[];
  children: (report: ReportsByName[N]) => ReactNode;
}

/** A report with its filters, which the address bar keeps, and a CSV download. */
export function ReportView<N extends ReportName>({ name, emptyText, groups, children }: Props<N>) {
  const session = useSession();
  const filters = useFilters(route.useSearch());
  const dateRange = toDateRange(filters.values);
  const hasDateRange = Object.keys(dateRange).length > 0;
  const { currency } = filters.values;
  const query = { ...dateRange, ...(currency && name !== 'transit' && { currency }) };
  const report = useQuery(reportQueries.report(session, name, query));
  const download = useMutation({
    async mutationFn() {
      const response = await session.lading.reports.csv[name](query);
      downloadFile(await response.blob(), `${name}.csv`);
    },
  });
  const lineCount = report.data?.data.length;
  return (
    <>
      <FilterBar>
        <TextFilter filters={filters} name="from" label="From" type="date" />
        <TextFilter filters={filters} name="to" label="To" type="date" />
        <ChoiceFilter
          filters={filters}
          name="days"
          label="Date basis"
          noneLabel="Created"
          choices={[{ value: 'pickup', label: 'Pickup' }]}
        />
        {name !== 'transit' && (
          <ChoiceFilter
            filters={filters}
            name="currency"
            label="Currency"
            noneLabel="Most used currency"
            choices={CURRENCIES}
          />
        )}
        {groups && (
          <ChoiceFilter
            filters={filters}
            name="group"
            label="Group by"
            noneLabel="Carrier"
            choices={groups}
          />
        )}
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          Download CSV
        </Button>
      </FilterBar>
      <Stack>
        {!hasDateRange && <Dimmed>Last 90 days</Dimmed>}
        <ErrorNote error={report.error ?? download.error} />
        {report.isPending && <LoadingSkeleton />}
        {lineCount === 0 && (
          <EmptyState title={hasDateRange ? 'No data for these dates' : 'No data yet'}>
            {emptyText}
          </EmptyState>
        )}
        {report.data && lineCount !== 0 && children(report.data)}
        {lineCount === MAX_LINES && (
          <Dimmed>The table shows the first {MAX_LINES} lines. The totals include all lines.</Dimmed>
        )}
      </Stack>
    </>
  );
}
