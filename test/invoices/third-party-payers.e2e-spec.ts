import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestOrganization } from '../support/app.js';
import { Fixture, getError, toTestTenant } from '../support/fixture.js';

const PAYER = {
  type: 'third_party',
  company: 'Freight Payers, Inc.',
  address: '1 Main St',
  city: 'Chicago',
  state: 'IL',
  zip: '60601',
  phone: '555-222-6666',
};

describe('third-party freight', () => {
  let bench: Fixture;
  let org: TestOrganization;

  beforeAll(async () => {
    bench = await Fixture.start({ BILL_PASS_THROUGH: 'true' });
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    org = await bench.app.organization();
  });

  const ship = (billTo: object) => bench.createInTransitFreight(org, {}, { bill_to: billTo });
  const deliver = async (id: number) => {
    await bench.publishFreightStatus(toTestTenant(org), id, 'delivered');
    return bench.listInvoices(org.test, id);
  };
  const setLegalName = (legal_name: string) =>
    org.test.patch('/api/v1/organization').send({ legal_name }).expect(200);

  it('of another payer with an account is neither invoiced nor audited as ours', async () => {
    const shipment = await ship({ ...PAYER, account: '778899' });
    expect(await deliver(shipment.id)).toEqual([]);
    const { body } = await org.test.post(`/api/v1/freight/${shipment.id}/invoice`).expect(422);
    expect(getError(body)).toMatchObject({
      code: 'freight_not_invoiceable',
      message: 'The freight terms are third party, so Freight Payers, Inc. pays the carrier.',
    });
    const changes = { lines: undefined, total_cents: shipment.quotedCents + 4_400 };
    const bill = await bench.postBill(bench.buildBill(shipment, changes), org);
    expect(bill).toMatchObject({
      status: 'disputed',
      payable_cents: 0,
      reason: 'The freight terms are third party, so Freight Payers, Inc. pays the carrier.',
    });
    const { body: freight } = await org.test.get(`/api/v1/freight/${shipment.id}`).expect(200);
    expect(freight).toMatchObject({ total_charge_cents: shipment.quotedCents, adjustments: [] });
  });

  it.each([
    ['without an account', PAYER, 'Acme Logistics'],
    ['with a blank account', { ...PAYER, account: ' ' }, 'Acme Logistics'],
    ['in the legal name of the organization', { ...PAYER, account: '1' }, 'FREIGHT PAYERS LLC'],
    ['in the name of the organization', { ...PAYER, company: 'TEST, Inc', account: '1' }, 'Acme Logistics'],
  ])('%s is invoiced to the customer, and its bill is audited', async (_case, billTo, legalName) => {
    await setLegalName(legalName);
    const { body: customer } = await org.test
      .post('/api/v1/customers')
      .send({ name: 'Ann', company: 'Lakeside' })
      .expect(201);
    const shipment = await bench.createInTransitFreight(
      org,
      {},
      { bill_to: billTo, customer_id: customer.id },
    );
    const bill = await bench.postBill(bench.buildBill(shipment), org);
    expect(bill).toMatchObject({ status: 'matched', payable_cents: shipment.quotedCents });
    const [invoice] = await deliver(shipment.id);
    const { body } = await org.test.get(`/api/v1/invoices/${invoice!.id}`).expect(200);
    expect(body).toMatchObject({
      total_cents: shipment.quotedCents,
      customer_id: customer.id,
      bill_to: { company: 'Lakeside' },
    });
  });
});
