import type { Schemas } from '@lading/sdk';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDateTime } from '../../../ui/format';
import { DescriptionList, Dimmed, Section } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';

/** Shows the status reason: as an error if a person has to act, else as a note. */
export function ShipmentStatusNote({ shipment }: { shipment: Schemas['Freight'] }) {
  const { status_reason: reason, booking } = shipment;
  if (!reason) return null;
  if (booking.state !== 'pending' && booking.state !== 'retrying')
    return <ErrorNote error={new Error(reason)} />;
  return (
    <Dimmed>
      <StatusBadge status={booking.state} /> {reason}
    </Dimmed>
  );
}

/** Shows how far the booking with the carrier is, and the carrier's latest decline. */
export function ShipmentBooking({ shipment }: { shipment: Schemas['Freight'] }) {
  const { booking, decline } = shipment;
  if (booking.state === 'none' && !decline) return null;
  return (
    <Section title="Booking">
      <DescriptionList
        items={[
          ['Status', booking.state === 'none' ? null : <StatusBadge status={booking.state} />],
          ['Attempts', booking.attempts || null],
          ['Next attempt', booking.next_attempt_at && formatDateTime(booking.next_attempt_at)],
          ['Last error', booking.last_error],
          ['Declined by', decline?.carrier],
          ['Decline code', decline?.code],
          ['Decline reason', decline?.message],
        ]}
      />
    </Section>
  );
}
