import type { Schemas } from '@lading/sdk';
import { Button, FileButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { useObjectUrl } from '../../../ui/DocumentViewer';
import { ErrorNote } from '../../../ui/ErrorNote';
import { Dimmed, Section, Stack } from '../../../ui/layout';
import styles from '../../../ui/ui.module.css';
import { ORGANIZATION_WRITES, organizationQueries } from '../api/organization';

export function LogoForm({ organization }: { organization: Schemas['Organization'] }) {
  const session = useSession();
  const logo = useQuery({
    ...organizationQueries.logo(session, organization),
    enabled: !!organization.logo,
  });
  const url = useObjectUrl(logo.data);
  const replace = useApiMutation((lading, file: File) => lading.organization.replaceLogo(file), {
    invalidates: ORGANIZATION_WRITES,
    successMessage: 'Logo saved.',
  });
  const remove = useApiMutation((lading) => lading.organization.deleteLogo(), {
    invalidates: ORGANIZATION_WRITES,
    successMessage: 'Logo deleted.',
  });
  return (
    <Section title="Logo">
      <Stack>
        {organization.logo && url ? (
          <img src={url} alt="Logo" style={{ maxWidth: '100%', maxHeight: 120 }} />
        ) : (
          <Dimmed>PNG or JPEG, up to 200 KB. Printed at the top of BOLs and invoices.</Dimmed>
        )}
        {session.hasScope('organization.write') && (
          <div className={styles.actions}>
            <FileButton accept="image/png,image/jpeg" onChange={(file) => file && replace.mutate(file)}>
              {(button) => (
                <Button {...button} variant="default" loading={replace.isPending}>
                  Upload logo
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
                New documents will have no logo.
              </ConfirmButton>
            )}
          </div>
        )}
        <ErrorNote error={replace.error} />
      </Stack>
    </Section>
  );
}
