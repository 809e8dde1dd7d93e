import type { Schemas } from '@lading/sdk';
import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDate } from '../../../ui/format';
import { CopyButton, DescriptionList, Dimmed, Section, Stack } from '../../../ui/layout';
import styles from '../../../ui/ui.module.css';
import { shipmentQueries } from '../api/shipments';
import { RecipientList } from './RecipientList';

/** Shares the public tracking page of a shipment and manages its email updates. */
export function ShareShipment({ shipment }: { shipment: Schemas['Freight'] }) {
  const session = useSession();
  const isShared = shipment.tracking_page_url !== null;
  const linkQuery = useQuery({ ...shipmentQueries.trackingLink(session, shipment.id), enabled: isShared });
  const share = useApiMutation(
    (lading, body: Schemas['ShareTracking']) => lading.freight.trackingLink.create(shipment.id, body),
    { invalidates: ['freight'] },
  );
  const revoke = useApiMutation((lading, id: number) => lading.freight.trackingLink.delete(id), {
    invalidates: ['freight'],
    successMessage: 'Link revoked.',
  });
  const link = isShared ? linkQuery.data : undefined;
  const canShare = session.hasScope('freight.write');
  return (
    <Section
      title="Share tracking"
      actions={
        canShare &&
        isShared && (
          <ConfirmButton
            label="Revoke"
            title="Revoke the link?"
            danger
            onConfirm={() => revoke.mutateAsync(shipment.id)}
          >
            The tracking page goes offline and email updates stop.
          </ConfirmButton>
        )
      }
    >
      <Stack>
        {!isShared && (
          <Dimmed>
            Create a tracking page that the consignee opens without signing in. It shows the location and
            estimated delivery, but no prices or references.
          </Dimmed>
        )}
        {!isShared && canShare && (
          <div className={styles.actions}>
            <Button variant="default" loading={share.isPending} onClick={() => share.mutate({})}>
              Create link
            </Button>
          </div>
        )}
        {link && (
          <>
            <div className={styles.secret}>
              <a href={link.url} target="_blank" rel="noreferrer">
                {link.url}
              </a>
              <span style={{ flexShrink: 0 }}>
                <CopyButton text={link.url} />
              </span>
            </div>
            <DescriptionList items={[['Expires', formatDate(link.expires_at.slice(0, 10))]]} />
            <Checkbox
              label="Show POD"
              checked={link.pod}
              disabled={!canShare || share.isPending}
              onChange={(event) => share.mutate({ pod: event.currentTarget.checked })}
            />
            <RecipientList
              recipients={link.notify}
              onChange={canShare ? (notify) => share.mutateAsync({ notify }) : undefined}
            />
            {session.mode === 'test' && link.notify.length > 0 && (
              <Dimmed>In test mode, email updates go to the owner of the organization.</Dimmed>
            )}
          </>
        )}
        <ErrorNote error={share.error ?? (isShared ? linkQuery.error : null)} />
      </Stack>
    </Section>
  );
}
