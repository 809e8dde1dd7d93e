import type { Schemas } from '@lading/sdk';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderComponent } from '../../../testing/render';
import { ShipmentBooking, ShipmentStatusNote } from './ShipmentBooking';

type Progress = Schemas['Freight']['booking'];

const NONE: Progress = { state: 'none', attempts: 0, next_attempt_at: null, last_error: null };

function render(booking: Progress, more: Partial<Schemas['Freight']> = {}) {
  const shipment = { status_reason: null, decline: null, booking, ...more } as Schemas['Freight'];
  renderComponent(
    <>
      <ShipmentStatusNote shipment={shipment} />
      <ShipmentBooking shipment={shipment} />
    </>,
  );
}

describe('the booking of a shipment page', () => {
  it('is not shown for a draft that no carrier declined', () => {
    render(NONE);
    expect(screen.queryByText('Booking')).toBeNull();
  });

  it('shows a retry with its attempts and error, and no alert', () => {
    const last_error = 'The carrier answered HTTP 502.';
    const booking: Progress = { ...NONE, state: 'retrying', attempts: 2, last_error };
    render(booking, { status_reason: 'Lading retries the booking.' });
    expect(screen.getByText('2')).toBeTruthy();
    expect(screen.getByText(last_error)).toBeTruthy();
    expect(screen.getByText(/Lading retries the booking/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('alerts about an unsure booking, because a person has to ask the carrier', () => {
    render({ ...NONE, state: 'unsure', attempts: 10 }, { status_reason: 'Ask the carrier.' });
    expect(screen.getByRole('alert').textContent).toBe('Ask the carrier.');
    expect(screen.getByText('Unsure')).toBeTruthy();
  });

  it('shows the code and the words of a decline', () => {
    const decline = { carrier: 'Estes', code: 'EBG0141', message: 'Sort quantity differs.' };
    render(NONE, { status_reason: decline.message, decline });
    for (const text of ['Estes', 'EBG0141']) expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getAllByText(decline.message)).toHaveLength(2);
  });
});
