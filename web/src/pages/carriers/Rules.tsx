import type { Schemas } from '@lading/sdk';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { Badge } from '../../ui/Badge';
import { DataTable } from '../../ui/DataTable';
import { ErrorNote } from '../../ui/ErrorNote';
import { Columns, Dimmed, Facts, Section, Stack, Waiting } from '../../ui/parts';
import type { Field } from '../../ui/record';
import { RecordForm } from '../../ui/RecordForm';

type Rules = Schemas['Organization']['rate_shopping'];

const FIELDS: Field[] = [
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
export default function RateShopping() {
  const { may } = useSession();
  const organization = useRead(['organization'], (lading) => lading.organization.get());
  const save = useWrite((lading, body: Schemas['UpdateOrganization']) => lading.organization.update(body), {
    done: 'Saved. It holds from the next quotes on.',
  });
  if (organization.error) return <ErrorNote error={organization.error} />;
  if (!organization.data) return <Waiting />;
  const { data } = organization;
  return (
    <Columns>
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
              submit={(body) => save.mutateAsync(whole(body))}
            />
          ) : (
            <Facts
              all
              of={[
                ['Not asked', data.rate_shopping?.exclude_carriers.join(', ')],
                ['Recommended first', data.rate_shopping?.prefer_carriers.join(', ')],
                ['Business days at most', data.rate_shopping?.cheapest_within_days],
              ]}
            />
          )}
        </Stack>
      </Section>
      {may('carriers.read') && <Asked rules={data.rate_shopping} />}
    </Columns>
  );
}

/** Rules are replaced as a whole: what is empty is left out of them. */
function whole({ rate_shopping }: Schemas['UpdateOrganization']): Schemas['UpdateOrganization'] {
  const given = Object.entries(rate_shopping ?? {}).filter(([, value]) => value !== null);
  return { rate_shopping: given.length > 0 ? Object.fromEntries(given) : null };
}

/** The carriers that there are prices of, and what the rules make of them. */
function Asked({ rules }: { rules: Rules }) {
  const carriers = useRead(['carriers', 'asked'], (lading) => lading.carriers.list({ limit: 100 }));
  if (carriers.error) return <ErrorNote error={carriers.error} />;
  const asked = carriers.data?.data.filter(({ enabled }) => enabled) ?? [];
  return (
    <Section title="Connected carriers">
      <DataTable
        bare
        label="Connected carriers"
        rows={asked}
        columns={[
          { label: 'Carrier', show: ({ name }) => name },
          { label: 'SCAC', show: ({ scac }) => <code>{scac}</code> },
          { label: 'By the rules', show: ({ scac }) => <Standing scac={scac} rules={rules} /> },
        ]}
      />
    </Section>
  );
}

function Standing({ scac, rules }: { scac: string; rules: Rules }) {
  if (rules?.exclude_carriers.includes(scac)) return <Badge tone="warn" text="Not asked" />;
  if (rules?.prefer_carriers.includes(scac)) return <Badge tone="good" text="Recommended first" />;
  return null;
}
