import type { Schemas } from '@lading/sdk';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { SessionProvider } from '../../../session/session';
import { storeKeys } from '../../../session/stored-keys';
import { renderComponent } from '../../../testing/render';
import { BillActions } from './BillActions';

type Bill = Schemas['Bill'];

/** Renders the actions of a disputed bill. */
function renderActions(freightId: number | null): void {
  const bill = { id: 1, status: 'disputed', freight_id: freightId, replaced: false } as Partial<Bill> as Bill;
  renderComponent(
    <SessionProvider>
      <BillActions bill={bill} />
    </SessionProvider>,
  );
}

describe('BillActions', () => {
  beforeEach(() => storeKeys({ test: 'fk_test_key' }));

  it('offers to approve a disputed bill of a shipment', async () => {
    renderActions(7);
    expect(await screen.findByText('Approve')).toBeTruthy();
  });

  it('does not offer to approve a bill that matches no shipment', async () => {
    renderActions(null);
    expect(await screen.findByText('Resolve')).toBeTruthy();
    expect(screen.queryByText('Approve')).toBeNull();
  });
});
