import type { Schemas } from '@lading/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { COUNTRIES } from '../../../ui/choices';
import { ErrorNote } from '../../../ui/ErrorNote';
import type { FormField } from '../../../ui/form-values';
import { Dimmed, LoadingSkeleton, Section, Stack, TwoColumns } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { ORGANIZATION_WRITES, organizationQueries } from '../api/organization';
import { LogoForm } from '../components/LogoForm';

const addressFields = (group: string): FormField[] => [
  { name: `${group}.address`, label: 'Street', width: 6 },
  { name: `${group}.city`, label: 'City', width: 3 },
  { name: `${group}.state`, label: 'State', width: 1 },
  { name: `${group}.zip`, label: 'ZIP or postal code', width: 2 },
  { name: `${group}.country`, label: 'Country', kind: 'choice', choices: COUNTRIES, width: 2 },
  { name: `${group}.phone`, label: 'Phone', width: 2 },
  { name: `${group}.email`, label: 'Email', width: 2 },
];
const PROFILE_FIELDS: FormField[] = [
  { name: 'legal_name', label: 'Legal name', width: 4 },
  { name: 'color', label: 'Brand color', hint: 'For example #274690', width: 2 },
  ...addressFields('address'),
];
const REMIT_TO_FIELDS: FormField[] = [
  { name: 'remit_to.company', label: 'Company' },
  { name: 'remit_to.contact', label: 'Contact' },
  ...addressFields('remit_to'),
];

/** The organization's details, which are printed on documents. */
export default function ProfilePage() {
  const session = useSession();
  const organization = useQuery(organizationQueries.current(session));
  const save = useApiMutation(
    (lading, body: Schemas['UpdateOrganization']) => lading.organization.update(body),
    { invalidates: ORGANIZATION_WRITES, successMessage: 'Saved.' },
  );
  if (organization.error) return <ErrorNote error={organization.error} />;
  if (!organization.data) return <LoadingSkeleton />;
  const { data } = organization;
  const submit = (body: Schemas['UpdateOrganization']) => save.mutateAsync(body);
  return (
    <TwoColumns>
      <Stack>
        <Section title={data.name}>
          <Stack>
            <Dimmed>Printed on BOLs and invoices in {session.mode} mode.</Dimmed>
            <RecordForm
              key={data.updated_at}
              fields={PROFILE_FIELDS}
              record={data}
              submitLabel="Save"
              submit={submit}
            />
          </Stack>
        </Section>
        <Section title="Remit-to">
          <RecordForm
            key={data.updated_at}
            fields={REMIT_TO_FIELDS}
            record={data}
            submitLabel="Save"
            submit={submit}
          />
        </Section>
      </Stack>
      <LogoForm organization={data} />
    </TwoColumns>
  );
}
