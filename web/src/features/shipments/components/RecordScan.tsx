import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { TRACKING_STATUSES } from '../../../ui/choices';
import type { FormField } from '../../../ui/form-values';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { SHIPMENT_WRITES } from '../api/shipments';

const FIELDS: FormField[] = [
  { name: 'status', label: 'Status', kind: 'choice', choices: TRACKING_STATUSES, required: true },
  { name: 'occurred_at', label: 'Date and time', kind: 'datetime', required: true },
  { name: 'city', label: 'City', width: 4 },
  { name: 'state', label: 'State', width: 2 },
  { name: 'description', label: 'Description', width: 6 },
  { name: 'signed_by', label: 'Signed by', width: 4, hint: 'For a delivery' },
  { name: 'pieces', label: 'Pieces', kind: 'number', width: 2 },
];

/** Records a pickup, a delivery or another scan that the carrier does not report. */
export function RecordScan({ shipment }: { shipment: Schemas['Freight'] }) {
  const { hasScope } = useSession();
  /** The time at which the form was opened; undefined if it is closed. */
  const [openedAt, setOpenedAt] = useState<string>();
  const close = () => setOpenedAt(undefined);
  const record = useApiMutation(
    (lading, body: Schemas['RecordScan']) => lading.freight.scans.create(shipment.id, body),
    { invalidates: SHIPMENT_WRITES, successMessage: 'Scan recorded.', onSuccess: close },
  );
  const takesScans = shipment.pro_number && shipment.status !== 'draft' && shipment.status !== 'voided';
  if (!takesScans || !hasScope('freight.write')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpenedAt(new Date().toISOString())}>
        Record a scan
      </Button>
      <SidePanel title="Record a scan" isOpen={openedAt !== undefined} close={close} size="sm">
        <RecordForm
          fields={FIELDS}
          record={{ occurred_at: openedAt }}
          submitLabel="Record scan"
          submit={(body: Schemas['RecordScan']) => record.mutateAsync(body)}
        />
      </SidePanel>
    </>
  );
}
