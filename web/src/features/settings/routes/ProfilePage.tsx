import type { Schemas } from '@lading/sdk';
import { Button, FileButton } from '@mantine/core';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { ErrorNote } from '../../../ui/ErrorNote';
import { TwoColumns, Dimmed, Section, Stack, LoadingSkeleton } from '../../../ui/layout';
import { useObjectUrl } from '../../../ui/DocumentViewer';
import type { FormField } from '../../../ui/form-values';
import { RecordForm } from '../../../ui/RecordForm';
import styles from '../../../ui/ui.module.css';

const addressFields = (group: string): FormField[] => [
  { name: `${group}.address`, label: 'Street', width: 6 },
  { name: `${group}.city`, label: 'City', width: 3 },
  { name: `${group}.state`, label: 'State', width: 1 },
  { name: `${group}.zip`, label: 'ZIP', width: 2 },
  { name: `${group}.phone`, label: 'Phone' },
  { name: `${group}.email`, label: 'E-mail' },
];
const NAME: FormField[] = [
  { name: 'legal_name', label: 'Legal name', width: 4 },
  { name: 'color', label: 'Colour of papers', hint: '#274690', width: 2 },
  ...addressFields('address'),
];
const REMIT_TO: FormField[] = [
  { name: 'remit_to.company', label: 'Company' },
  { name: 'remit_to.contact', label: 'Contact' },
  ...addressFields('remit_to'),
];

/** What stands on the papers of the mode. */
export default function OrganizationProfile() {
  const { mode } = useSession();
  const organization = useApiQuery(['organization'], (lading) => lading.organization.get());
  const save = useApiMutation(
    (lading, body: Schemas['UpdateOrganization']) => lading.organization.update(body),
    {
      successMessage: 'Saved.',
    },
  );
  if (organization.error) return <ErrorNote error={organization.error} />;
  if (!organization.data) return <LoadingSkeleton />;
  const { data } = organization;
  return (
    <TwoColumns>
      <Stack>
        <Section title={data.name}>
          <Stack>
            <Dimmed>What stands on bills of lading and invoices of {mode} mode.</Dimmed>
            <RecordForm
              key={data.updated_at}
              fields={NAME}
              record={data}
              label="Save"
              submit={(body) => save.mutateAsync(body)}
            />
          </Stack>
        </Section>
        <Section title="Where invoices are paid">
          <RecordForm
            key={data.updated_at}
            fields={REMIT_TO}
            record={data}
            label="Save"
            submit={(body) => save.mutateAsync(body)}
          />
        </Section>
      </Stack>
      <LogoForm organization={data} />
    </TwoColumns>
  );
}

function LogoForm({ organization }: { organization: Schemas['Organization'] }) {
  const { hasScope: may } = useSession();
  const file = useApiQuery(
    ['organization', 'logo', organization.updated_at],
    async (lading) => (await lading.organization.logo()).blob(),
    { enabled: !!organization.logo },
  );
  const url = useObjectUrl(file.data);
  const replace = useApiMutation((lading, logo: File) => lading.organization.replaceLogo(logo), {
    successMessage: 'Saved.',
  });
  const remove = useApiMutation((lading) => lading.organization.deleteLogo(), { successMessage: 'Deleted.' });
  return (
    <Section title="Logo">
      <Stack>
        {organization.logo && url ? (
          <img src={url} alt="Logo" style={{ maxWidth: '100%', maxHeight: 120 }} />
        ) : (
          <Dimmed>PNG or JPEG of at most 200 KB; it stands at the head of papers.</Dimmed>
        )}
        {may('organization.write') && (
          <div className={styles.actions}>
            <FileButton accept="image/png,image/jpeg" onChange={(logo) => logo && replace.mutate(logo)}>
              {(button) => (
                <Button {...button} variant="default" loading={replace.isPending}>
                  Choose a picture
                </Button>
              )}
            </FileButton>
            {organization.logo && (
              <ConfirmButton
                label="Delete"
                title="Delete the logo?"
                danger
                onConfirm={() => remove.mutateAsync(undefined)}
              >
                Papers are without one then.
              </ConfirmButton>
            )}
          </div>
        )}
        <ErrorNote error={replace.error} />
      </Stack>
    </Section>
  );
}
