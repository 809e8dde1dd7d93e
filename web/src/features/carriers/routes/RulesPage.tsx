import type { Schemas } from '@lading/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import type { FormField } from '../../../ui/form-values';
import { DescriptionList, Dimmed, LoadingSkeleton, Section, Stack, TwoColumns } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { StatusBadge } from '../../../ui/StatusBadge';
import { ORGANIZATION_WRITES, organizationQueries } from '../../settings/api/organization';
import { carrierQueries } from '../api/carriers';

type RateShoppingRules = Schemas['Organization']['rate_shopping'];

const FIELDS: FormField[] = [
  {
    name: 'rate_shopping.exclude_carriers',
    label: 'Excluded carriers',
    kind: 'list',
    hint: 'SCACs, for example SIM4, SIM5. Lading never requests rates from these carriers.',
    width: 6,
  },
  {
    name: 'rate_shopping.prefer_carriers',
    label: 'Preferred carriers',
    kind: 'list',
    hint: 'SCACs. Among quotes within the max transit, Lading recommends the cheapest from these carriers.',
    width: 6,
  },
  {
    name: 'rate_shopping.cheapest_within_days',
    label: 'Max transit (business days)',
    kind: 'number',
    hint: 'Lading recommends a slower quote only if no quote is within this limit. Leave empty for no limit.',
    width: 6,
  },
];

/** The rules for which carriers to quote and which quote to recommend. */
export default function RulesPage() {
  const session = useSession();
  const organization = useQuery(organizationQueries.current(session));
  const save = useApiMutation(
    (lading, body: Schemas['UpdateOrganization']) => lading.organization.update(body),
    { invalidates: ORGANIZATION_WRITES, successMessage: 'Saved. The rules apply to new quotes.' },
  );
  if (organization.error) return <ErrorNote error={organization.error} />;
  if (!organization.data) return <LoadingSkeleton />;
  const { data } = organization;
  const rules = data.rate_shopping;
  return (
    <TwoColumns>
      <Section title="Rate shopping">
        <Stack>
          <Dimmed>
            By default Lading recommends the cheapest quote. These rules change the recommendation. You can
            select any quote.
          </Dimmed>
          {session.hasScope('organization.write') ? (
            <RecordForm
              key={data.updated_at}
              fields={FIELDS}
              record={data}
              submitLabel="Save"
              submit={(body: Schemas['UpdateOrganization']) => save.mutateAsync(omitEmptyRules(body))}
            />
          ) : (
            <DescriptionList
              showEmpty
              items={[
                ['Excluded carriers', rules?.exclude_carriers.join(', ')],
                ['Preferred carriers', rules?.prefer_carriers.join(', ')],
                ['Max transit (business days)', rules?.cheapest_within_days],
              ]}
            />
          )}
        </Stack>
      </Section>
      {session.hasScope('carriers.read') && <ConnectedCarriers rules={rules} />}
    </TwoColumns>
  );
}

/** The API replaces the rules as a whole and does not accept null for a single rule. */
function omitEmptyRules({ rate_shopping }: Schemas['UpdateOrganization']): Schemas['UpdateOrganization'] {
  const rules = Object.entries(rate_shopping ?? {}).filter(([, value]) => value !== null);
  return { rate_shopping: rules.length > 0 ? Object.fromEntries(rules) : null };
}

function ConnectedCarriers({ rules }: { rules: RateShoppingRules }) {
  const carriers = useQuery(carrierQueries.all(useSession()));
  if (carriers.error) return <ErrorNote error={carriers.error} />;
  return (
    <Section title="Connected carriers">
      <DataTable
        bare
        label="Connected carriers"
        rows={carriers.data?.data.filter(({ enabled }) => enabled) ?? []}
        columns={[
          { label: 'Carrier', render: ({ name }) => name },
          { label: 'SCAC', render: ({ scac }) => <code>{scac}</code> },
          { label: 'Rule', render: ({ scac }) => <RuleBadge scac={scac} rules={rules} /> },
        ]}
      />
    </Section>
  );
}

function RuleBadge({ scac, rules }: { scac: string; rules: RateShoppingRules }) {
  if (rules?.exclude_carriers.includes(scac)) return <StatusBadge tone="warn" text="Excluded" />;
  if (rules?.prefer_carriers.includes(scac)) return <StatusBadge tone="good" text="Preferred" />;
  return null;
}
