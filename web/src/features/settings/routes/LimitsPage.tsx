import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatNumber, humanize } from '../../../ui/format';
import { LoadingSkeleton, Section, Stack } from '../../../ui/layout';
import { limitQueries } from '../api/limits';

export default function LimitsPage() {
  const limits = useQuery(limitQueries.current(useSession()));
  if (limits.error) return <ErrorNote error={limits.error} />;
  if (!limits.data) return <LoadingSkeleton />;
  return (
    <Stack>
      <Section title="Quotas">
        <DataTable
          bare
          label="Quotas"
          rows={limits.data.quotas}
          getKey={({ name }) => name}
          columns={[
            { label: 'Resource', render: ({ name }) => humanize(name) },
            { label: 'Used', alignRight: true, render: ({ used }) => formatNumber(used) },
            { label: 'Limit', alignRight: true, render: ({ limit }) => formatNumber(limit) },
          ]}
        />
      </Section>
      <Section title="Rate limits">
        <DataTable
          bare
          label="Rate limits"
          rows={limits.data.rates}
          getKey={({ policy }) => policy}
          columns={[
            { label: 'Policy', render: ({ policy }) => humanize(policy) },
            { label: 'Requests', alignRight: true, render: ({ limit }) => formatNumber(limit) },
            {
              label: 'Window',
              alignRight: true,
              render: ({ window_seconds }) =>
                window_seconds === null ? 'Concurrent' : `${window_seconds} s`,
            },
          ]}
        />
      </Section>
    </Stack>
  );
}
