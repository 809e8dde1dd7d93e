import { useApiQuery } from '../../../session/api-hooks';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { humanize } from '../../../ui/format';
import { Section, Stack, LoadingSkeleton } from '../../../ui/layout';

/** How much there may be, and how much there is. */
export default function Quotas() {
  const limits = useApiQuery(['limits'], (lading) => lading.limits.get());
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
            { label: 'Of', render: ({ name }) => humanize(name) },
            { label: 'Used', alignRight: true, render: ({ used }) => used.toLocaleString('en-US') },
            { label: 'At most', alignRight: true, render: ({ limit }) => limit.toLocaleString('en-US') },
          ]}
        />
      </Section>
      <Section title="Rates">
        <DataTable
          bare
          label="Rates"
          rows={limits.data.rates}
          getKey={({ policy }) => policy}
          columns={[
            { label: 'Of', render: ({ policy }) => humanize(policy) },
            { label: 'Requests', alignRight: true, render: ({ limit }) => limit.toLocaleString('en-US') },
            {
              label: 'In',
              alignRight: true,
              render: ({ window_seconds }) => (window_seconds === null ? 'at once' : `${window_seconds} s`),
            },
          ]}
        />
      </Section>
    </Stack>
  );
}
