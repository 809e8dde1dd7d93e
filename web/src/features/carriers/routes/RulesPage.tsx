import type { Schemas } from '@lading/sdk';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { TwoColumns, Dimmed, DescriptionList, Section, Stack, LoadingSkeleton } from '../../../ui/layout';
import type { FormField } from '../../../ui/form-values';
import { RecordForm } from '../../../ui/RecordForm';

type RateShoppingSettings = Schemas['Organization']['rate_shopping'];

const FIELDS: FormField[] = [
  {
    name: 'rate_shopping.exclude_carriers',
    label: 'Not asked for prices',
    kind: 'list',
    hint: 'SCACs, e.g. SIM4, SIM5',
    width: 6,
  },
  {
    name: 'rate_shopping.prefer_carriers',
    label: 'Recommended before others',
    kind: 'list',
    hint: 'SCACs; the cheapest of these is recommended where they have a price in time',
    width: 6,
  },
  {
    name: 'rate_shopping.cheapest_within_days',
    label: 'Recommended if it takes at most, business days',
    kind: 'number',
    hint: 'Empty: however slow',
    width: 6,
  },
];

/** How the mode's organization chooses among prices. */
export default function RateShoppingRules() {
  const { hasScope: may } = useSession();
  const organization = useApiQuery(['organization'], (lading) => lading.organization.get());
  const save = useApiMutation(
    (lading, body: Schemas['UpdateOrganization']) => lading.organization.update(body),
    {
      successMessage: 'Saved. It holds from the next quotes on.',
    },
  );
  if (organization.error) return <ErrorNote error={organization.error} />;
  if (!organization.data) return <LoadingSkeleton />;
  const { data } = organization;
  return (
    <TwoColumns>
      <Section title="Rate shopping">
        <Stack>
          <Dimmed>
            Of each request's quotes one is recommended: the cheapest, unless these rules say more. All quotes
            stay to choose from.
          </Dimmed>
          {may('organization.write') ? (
            <RecordForm
              key={data.updated_at}
              fields={FIELDS}
              record={data}
              label="Save"
              submit={(body) => save.mutateAsync(buildUpdate(body))}
            />
          ) : (
            <DescriptionList
              all
              items={[
                ['Not asked', data.rate_shopping?.exclude_carriers.join(', ')],
                ['Recommended first', data.rate_shopping?.prefer_carriers.join(', ')],
                ['Business days at most', data.rate_shopping?.cheapest_within_days],
              ]}
            />
          )}
        </Stack>
      </Section>
      {may('carriers.read') && <ConnectedCarriers rules={data.rate_shopping} />}
    </TwoColumns>
  );
}

/** Rules are replaced as a whole: what is empty is left out of them. */
function buildUpdate({ rate_shopping }: Schemas['UpdateOrganization']): Schemas['UpdateOrganization'] {
  const given = Object.entries(rate_shopping ?? {}).filter(([, value]) => value !== null);
  return { rate_shopping: given.length > 0 ? Object.fromEntries(given) : null };
}

/** The carriers that there are prices of, and what the rules make of them. */
function ConnectedCarriers({ rules }: { rules: RateShoppingSettings }) {
  const carriers = useApiQuery(['carriers', 'asked'], (lading) => lading.carriers.list({ limit: 100 }));
  if (carriers.error) return <ErrorNote error={carriers.error} />;
  const asked = carriers.data?.data.filter(({ enabled }) => enabled) ?? [];
  return (
    <Section title="Connected carriers">
      <DataTable
        bare
        label="Connected carriers"
        rows={asked}
        columns={[
          { label: 'Carrier', render: ({ name }) => name },
          { label: 'SCAC', render: ({ scac }) => <code>{scac}</code> },
          { label: 'By the rules', render: ({ scac }) => <RuleBadge scac={scac} rules={rules} /> },
        ]}
      />
    </Section>
  );
}

function RuleBadge({ scac, rules }: { scac: string; rules: RateShoppingSettings }) {
  if (rules?.exclude_carriers.includes(scac)) return <StatusBadge tone="warn" text="Not asked" />;
  if (rules?.prefer_carriers.includes(scac)) return <StatusBadge tone="good" text="Recommended first" />;
  return null;
}
