import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDate, formatDateTime } from '../../../ui/format';
import { DescriptionList, Stack } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';
import styles from '../../../ui/ui.module.css';
import { TRACKING_WRITES } from '../api/tracking';
import { ScanList } from './ScanList';

/** A tracked PRO number in the side panel. */
export function TrackingDetail({
  tracking,
  close,
}: {
  tracking: Schemas['TrackedShipment'];
  close: () => void;
}) {
  const { hasScope } = useSession();
  const refresh = useApiMutation((lading, number: string) => lading.tracking.refresh(number), {
    invalidates: TRACKING_WRITES,
  });
  const stop = useApiMutation((lading, number: string) => lading.tracking.delete(number), {
    invalidates: TRACKING_WRITES,
    successMessage: 'Tracking stopped.',
    onSuccess: close,
  });
  const { freight_id, tracking_number } = tracking;
  return (
    <Stack>
      <DescriptionList
        items={[
          ['Status', <StatusBadge key="status" status={tracking.status} />],
          ['Carrier', tracking.carrier_name],
          ['Location', tracking.location],
          ['Est. delivery', formatDate(tracking.estimated_delivery_date)],
          ['Delivered', formatDateTime(tracking.delivered_at)],
          [
            'Shipment',
            freight_id && (
              <Link key="shipment" to="/shipments/$id" params={{ id: freight_id }}>
                {freight_id}
              </Link>
            ),
          ],
        ]}
      />
      {hasScope('tracking.write') && (
        <div className={styles.actions}>
          <Button
            variant="default"
            loading={refresh.isPending}
            onClick={() => refresh.mutate(tracking_number)}
          >
            Refresh
          </Button>
          <ConfirmButton
            label="Stop tracking"
            title="Stop tracking this number?"
            danger
            onConfirm={() => stop.mutateAsync(tracking_number)}
          >
            This deletes its tracking history.
          </ConfirmButton>
        </div>
      )}
      <ErrorNote error={refresh.error} />
      <ScanList tracking={tracking} />
    </Stack>
  );
}
