import { useRead } from '../../session/data';
import { DataTable } from '../../ui/DataTable';
import { ErrorNote } from '../../ui/ErrorNote';
import { words } from '../../ui/format';
import { Section, Stack, Waiting } from '../../ui/parts';

/** How much there may be, and how much there is. */
export default function Limits() {
  const limits = useRead(['limits'], (lading) => lading.limits.get());
  if (limits.error) return <ErrorNote error={limits.error} />;
  if (!limits.data) return <Waiting />;
  return (
    <Stack>
      <Section title="Quotas">
        <DataTable
          bare
          label="Quotas"
          rows={limits.data.quotas}
          keyOf={({ name }) => name}
          columns={[
            { label: 'Of', show: ({ name }) => words(name) },
            { label: 'Used', right: true, show: ({ used }) => used.toLocaleString('en-US') },
            { label: 'At most', right: true, show: ({ limit }) => limit.toLocaleString('en-US') },
          ]}
        />
      </Section>
      <Section title="Rates">
        <DataTable
          bare
          label="Rates"
          rows={limits.data.rates}
          keyOf={({ policy }) => policy}
          columns={[
            { label: 'Of', show: ({ policy }) => words(policy) },
            { label: 'Requests', right: true, show: ({ limit }) => limit.toLocaleString('en-US') },
            {
              label: 'In',
              right: true,
              show: ({ window_seconds }) => (window_seconds === null ? 'at once' : `${window_seconds} s`),
            },
          ]}
        />
      </Section>
    </Stack>
  );
}
