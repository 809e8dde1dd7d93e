import type { Schemas } from '@lading/sdk';
import { Button, FileButton } from '@mantine/core';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { ConfirmButton } from '../../ui/Confirm';
import { ErrorNote } from '../../ui/ErrorNote';
import { Columns, Dimmed, Section, Stack, Waiting } from '../../ui/parts';
import { useFileUrl } from '../../ui/Papers';
import type { Field } from '../../ui/record';
import { RecordForm } from '../../ui/RecordForm';
import styles from '../../ui/ui.module.css';

const address = (group: string): Field[] => [
  { name: `${group}.address`, label: 'Street', width: 6 },
  { name: `${group}.city`, label: 'City', width: 3 },
  { name: `${group}.state`, label: 'State', width: 1 },
  { name: `${group}.zip`, label: 'ZIP', width: 2 },
  { name: `${group}.phone`, label: 'Phone' },
  { name: `${group}.email`, label: 'E-mail' },
];
const NAME: Field[] = [
  { name: 'legal_name', label: 'Legal name', width: 4 },
  { name: 'color', label: 'Colour of papers', hint: '#274690', width: 2 },
  ...address('address'),
];
const REMIT_TO: Field[] = [
  { name: 'remit_to.company', label: 'Company' },
  { name: 'remit_to.contact', label: 'Contact' },
  ...address('remit_to'),
];

/** What stands on the papers of the mode. */
export default function Profile() {
  const { mode } = useSession();
  const organization = useRead(['organization'], (lading) => lading.organization.get());
  const save = useWrite((lading, body: Schemas['UpdateOrganization']) => lading.organization.update(body), {
    done: 'Saved.',
  });
  if (organization.error) return <ErrorNote error={organization.error} />;
  if (!organization.data) return <Waiting />;
  const { data } = organization;
  return (
    <Columns>
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
      <Logo of={data} />
    </Columns>
  );
}

function Logo({ of }: { of: Schemas['Organization'] }) {
  const { may } = useSession();
  const file = useRead(
    ['organization', 'logo', of.updated_at],
    async (lading) => (await lading.organization.logo()).blob(),
    { enabled: !!of.logo },
  );
  const url = useFileUrl(file.data);
  const replace = useWrite((lading, logo: File) => lading.organization.replaceLogo(logo), { done: 'Saved.' });
  const remove = useWrite((lading) => lading.organization.deleteLogo(), { done: 'Deleted.' });
  return (
    <Section title="Logo">
      <Stack>
        {of.logo && url ? (
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
            {of.logo && (
              <ConfirmButton
                label="Delete"
                title="Delete the logo?"
                danger
                act={() => remove.mutateAsync(undefined)}
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
