import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestOrganization } from '../support/app.js';
import { createTariff } from '../support/factories.js';
import { Fixture, getError, type BillableFreight } from '../support/fixture.js';

describe('second bills of a PRO number', () => {
  let bench: Fixture;
  let org: TestOrganization;

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    org = await bench.app.organization();
  });

  const post = (shipment: BillableFreight, changes: Record<string, unknown> = {}) =>
    bench.postBill(bench.buildBill(shipment, changes), org);
  const extra = (shipment: BillableFreight, cents: number, changes: Record<string, unknown> = {}) =>
    post(shipment, { lines: undefined, total_cents: cents, ...changes });
  const refusal = async (shipment: BillableFreight, changes: Record<string, unknown>) => {
    const sent = bench.buildBill(shipment, changes);
    return getError((await org.test.post('/api/v1/bills').send(sent).expect(400)).body);
  };
  const act = async (id: number, action: string, body?: object) =>
    (await org.test.post(`/api/v1/bills/${id}/${action}`).send(body).expect(200)).body;
  const costOf = async ({ id, quotedCents }: BillableFreight) => {
    const { body } = await org.test.get(`/api/v1/freight/${id}`).expect(200);
    return body.adjustments.reduce(
      (sum: number, { amount_cents: cents }: { amount_cents: number }) => sum + cents,
      quotedCents,
    );
  };
  const shipByTariff = async (tariff: Record<string, unknown>) => {
    await createTariff(org.test, tariff);
    return shipWith(String(tariff.scac));
  };
  const shipWith = async (scac: string) => {
    const shipment = await bench.createInTransitFreight(org);
    const names = ['Old Dominion', 'Regional Lines'];
    const carrierName = scac === 'ODFL' ? names[0]! : names[1]!;
    await bench.app.sql.query('UPDATE freight SET scac = $2, carrier_name = $3 WHERE id = $1', [
      shipment.id,
      scac,
      carrierName,
    ]);
    return { ...shipment, scac, carrierName };
  };

  it('are duplicates under each name of the carrier: SCAC, tariff and directory', async () => {
    const shipment = await shipByTariff({
      scac: 'ODFL',
      carrier_name: 'Old Dominion',
      name: 'ODFL contract 2026',
    });
    const first = await post(shipment, { carrier: 'ODFL' });
    expect(first).toMatchObject({ status: 'matched', kind: 'original' });
    for (const carrier of [
      'Old Dominion',
      'old dominion, inc.',
      'ODFL contract 2026',
      'Old Dominion Freight Line',
      'Old Dominion Freight Line, Inc.',
    ])
      expect(await post(shipment, { carrier })).toMatchObject({
        status: 'duplicate',
        duplicate_of_bill_id: first.id,
        payable_cents: 0,
      });
    expect(await costOf(shipment)).toBe(shipment.quotedCents);
    const { body } = await org.test.get('/api/v1/reports/billing').expect(200);
    expect(body.data).toMatchObject([{ carrier: 'ODFL', bill_count: 1, variance_cents: 0 }]);
    for (const carrier of ['Olde Dominion', 'Somebody Else'])
      expect(await post(shipment, { carrier })).toMatchObject({
        status: 'disputed',
        reason: 'The shipment moved with a different carrier, ODFL.',
        duplicate_of_bill_id: null,
        payable_cents: 0,
      });
  });

  it("match the SCAC of an organization's own tariff, which the directory does not have", async () => {
    const shipment = await shipByTariff({ scac: 'REGL', carrier_name: 'Regional Lines' });
    expect(await post(shipment, { carrier: 'REGL' })).toMatchObject({ status: 'matched', reason: null });
    const other = await shipWith('REGL');
    expect(await post(other, { carrier: 'Regional Lines LLC' })).toMatchObject({ status: 'matched' });
    const { body } = await org.test.get('/api/v1/reports/billing').expect(200);
    expect(body.data).toMatchObject([{ carrier: 'REGL', bill_count: 2 }]);
    expect((await org.test.get('/api/v1/bills?carrier=regl').expect(200)).body.data).toHaveLength(2);
  });

  it('list a carrier with two names once in the spend report', async () => {
    await shipWith('REGL');
    const { id } = await shipWith('REGL');
    await bench.app.sql.query(`UPDATE freight SET carrier_name = 'REGL contract' WHERE id = $1`, [id]);
    const { body } = await org.test.get('/api/v1/reports/spend').expect(200);
    expect(body.data).toMatchObject([{ scac: 'REGL', carrier_name: 'REGL contract', shipment_count: 2 }]);
  });

  it('cost what you approve if they are supplements', async () => {
    const shipment = await bench.createInTransitFreight(org);
    await post(shipment);
    const supplement = await extra(shipment, 8_500, { kind: 'supplement' });
    expect(supplement).toMatchObject({
      kind: 'supplement',
      status: 'variance',
      quoted_cents: 0,
      difference_cents: 8_500,
      payable_cents: 8_500,
      duplicate_of_bill_id: null,
    });
    expect(await costOf(shipment)).toBe(shipment.quotedCents);
    await act(supplement.id, 'approve');
    expect(await costOf(shipment)).toBe(shipment.quotedCents + 8_500);
    const suffixed = { kind: 'supplement', pro_number: `${shipment.pro}-R1`, freight_id: shipment.id };
    expect(await extra(shipment, 4_000, suffixed)).toMatchObject({ status: 'variance', reason: null });
  });

  it('find the shipment of a PRO number with a suffix if they are supplements or credits', async () => {
    const shipment = await bench.createInTransitFreight(org);
    const suffixed = (suffix: string) => ({ pro_number: `${shipment.pro}${suffix}`, freight_id: undefined });
    for (const suffix of ['-R1', '/BD', ' c', 'A1'])
      expect(await extra(shipment, 4_000, { kind: 'supplement', ...suffixed(suffix) })).toMatchObject({
        status: 'variance',
        freight_id: shipment.id,
        pro_number: `${shipment.pro}${suffix}`,
      });
    expect(await extra(shipment, -500, { kind: 'credit', ...suffixed('-C1') })).toMatchObject({
      status: 'variance',
      freight_id: shipment.id,
    });
    for (const changes of [suffixed('-R1'), { kind: 'supplement', ...suffixed('-123') }])
      expect(await extra(shipment, 4_000, changes)).toMatchObject({ status: 'disputed', freight_id: null });
  });

  it('bill the shipment with the exact PRO number before the one without the suffix', async () => {
    const [shipment, other] = [
      await bench.createInTransitFreight(org),
      await bench.createInTransitFreight(org),
    ];
    const pro = `${shipment.pro}R1`;
    await bench.app.sql.query('UPDATE freight SET pro_number = $2 WHERE id = $1', [other.id, pro]);
    expect(
      await extra(shipment, 4_000, { kind: 'supplement', pro_number: pro, freight_id: undefined }),
    ).toMatchObject({ status: 'variance', freight_id: other.id });
  });

  it('take back what you approve if they are credits', async () => {
    const shipment = await bench.createInTransitFreight(org);
    await post(shipment);
    const credit = await extra(shipment, -5_000, { kind: 'credit' });
    expect(credit).toMatchObject({ kind: 'credit', status: 'variance', payable_cents: -5_000 });
    await act(credit.id, 'approve');
    expect(await costOf(shipment)).toBe(shipment.quotedCents - 5_000);
  });

  it('need a total with the sign of their kind', async () => {
    const shipment = await bench.createInTransitFreight(org);
    const total = { lines: undefined };
    expect(await refusal(shipment, { ...total, kind: 'credit', total_cents: 100 })).toMatchObject({
      code: 'conflicting_values',
      param: 'total_cents',
    });
    expect(await refusal(shipment, { ...total, kind: 'supplement', total_cents: -1 })).toMatchObject({
      param: 'total_cents',
    });
    expect(await refusal(shipment, { kind: 'refund' })).toMatchObject({ param: 'kind' });
  });

  it('stop being duplicates once you give them their kind', async () => {
    const shipment = await bench.createInTransitFreight(org);
    const first = await post(shipment);
    const repeat = await extra(shipment, 8_500);
    expect(repeat).toMatchObject({ status: 'duplicate', duplicate_of_bill_id: first.id });
    expect(await act(repeat.id, 'reclassify', { kind: 'supplement' })).toMatchObject({
      kind: 'supplement',
      status: 'variance',
      reason: null,
      duplicate_of_bill_id: null,
      payable_cents: 8_500,
    });
    await act(repeat.id, 'approve');
    expect(await costOf(shipment)).toBe(shipment.quotedCents + 8_500);
    expect((await bench.listBillEvents(repeat.id)).map(({ type }) => type)).toEqual([
      'bill.created',
      'bill.updated',
      'bill.updated',
    ]);
    const refused = await org.test.post(`/api/v1/bills/${repeat.id}/reclassify`).send({ kind: 'original' });
    expect(refused.status).toBe(422);
    expect(getError(refused.body)).toMatchObject({
      code: 'bill_not_reclassifiable',
      message: 'The bill is approved. You cannot change its kind.',
    });
    const positive = await extra(shipment, 100);
    const conflict = await org.test.post(`/api/v1/bills/${positive.id}/reclassify`).send({ kind: 'credit' });
    expect(conflict.status).toBe(400);
    expect(getError(conflict.body)).toMatchObject({ code: 'conflicting_values', param: 'kind' });
  });

  it('leave the PRO number to a duplicate once the first bill is a supplement', async () => {
    const shipment = await bench.createInTransitFreight(org);
    const first = await extra(shipment, 8_500);
    const second = await post(shipment);
    expect(second).toMatchObject({ status: 'duplicate' });
    expect(await act(first.id, 'reclassify', { kind: 'supplement' })).toMatchObject({ status: 'variance' });
    expect((await org.test.get(`/api/v1/bills/${second.id}`).expect(200)).body).toMatchObject({
      status: 'matched',
      duplicate_of_bill_id: null,
    });
  });

  describe('reclassified to an original', () => {
    const reclassify = (id: number, kind: string) => act(id, 'reclassify', { kind });
    const read = async (id: number) => (await org.test.get(`/api/v1/bills/${id}`).expect(200)).body;
    const expectDuplicate = (body: object, first: { id: number }) =>
      expect(body).toMatchObject({
        kind: 'original',
        status: 'duplicate',
        duplicate_of_bill_id: first.id,
        payable_cents: 0,
      });

    it('are duplicates if the shipment has an original', async () => {
      const shipment = await bench.createInTransitFreight(org);
      const first = await post(shipment);
      const supplement = await extra(shipment, 8_500, { kind: 'supplement' });
      expectDuplicate(await reclassify(supplement.id, 'original'), first);
    });

    it('are duplicates if another bill has the same unknown PRO number', async () => {
      const shipment = await bench.createInTransitFreight(org);
      const unknown = { pro_number: 'NONE-SUCH' };
      const first = await extra(shipment, 500, unknown);
      const supplement = await extra(shipment, 100, { ...unknown, kind: 'supplement' });
      expectDuplicate(await reclassify(supplement.id, 'original'), first);
      expect(await reclassify(supplement.id, 'supplement')).toMatchObject({ status: 'disputed' });
    });

    it('are duplicates once another bill took their PRO number', async () => {
      const shipment = await bench.createInTransitFreight(org);
      const first = await extra(shipment, 8_500);
      const second = await post(shipment);
      await reclassify(first.id, 'supplement');
      expect(await read(second.id)).toMatchObject({ status: 'matched' });
      expectDuplicate(await reclassify(first.id, 'original'), second);
    });

    it('are duplicates even if you dispute them', async () => {
      const shipment = await bench.createInTransitFreight(org);
      const first = await post(shipment);
      const supplement = await extra(shipment, 8_500, { kind: 'supplement' });
      await act(supplement.id, 'dispute', { reason: 'No redelivery' });
      expectDuplicate(await reclassify(supplement.id, 'original'), first);
      expect(await reclassify(supplement.id, 'supplement')).toMatchObject({
        status: 'disputed',
        reason: 'No redelivery',
        disputed_cents: 8_500,
      });
    });

    it('are refused if their total is negative', async () => {
      const shipment = await bench.createInTransitFreight(org);
      const credit = await extra(shipment, -5_000, { kind: 'credit' });
      const refused = await org.test.post(`/api/v1/bills/${credit.id}/reclassify`).send({ kind: 'original' });
      expect(refused.status).toBe(400);
      expect(getError(refused.body)).toMatchObject({ code: 'conflicting_values', param: 'kind' });
      expect(await read(credit.id)).toMatchObject({ kind: 'credit' });
      const lines = [{ type: 'linehaul', amount_cents: -5_000 }];
      expect(await refusal(shipment, { lines })).toMatchObject({
        code: 'conflicting_values',
        param: 'lines',
      });
    });
  });

  it('keep their kind when another bill corrects them', async () => {
    const shipment = await bench.createInTransitFreight(org);
    await post(shipment);
    const supplement = await extra(shipment, 8_500, { kind: 'supplement' });
    await act(supplement.id, 'approve');
    const corrected = await extra(shipment, 6_000, { replaces_bill_id: supplement.id });
    expect(corrected).toMatchObject({ kind: 'supplement', status: 'variance', payable_cents: 6_000 });
    expect(await costOf(shipment)).toBe(shipment.quotedCents + 8_500);
    await act(corrected.id, 'approve');
    expect(await costOf(shipment)).toBe(shipment.quotedCents + 6_000);
  });

  it('are payable only in their undisputed part', async () => {
    const shipment = await bench.createInTransitFreight(org);
    const bill = await extra(shipment, shipment.quotedCents + 5_000);
    expect(await act(bill.id, 'dispute', { reason: 'No certificate' })).toMatchObject({
      disputed_cents: 5_000,
      payable_cents: shipment.quotedCents,
    });
    expect(await act(bill.id, 'resolve', { amount_cents: 2_000 })).toMatchObject({
      payable_cents: shipment.quotedCents + 3_000,
    });
    const other = await bench.createInTransitFreight(org);
    const foreign = await post(other, { carrier: other.scac === 'SIM1' ? 'SIM2' : 'SIM1' });
    expect(foreign).toMatchObject({ status: 'disputed', payable_cents: 0 });
    expect(await act(foreign.id, 'dispute', { reason: 'Not ours', amount_cents: 100 })).toMatchObject({
      payable_cents: 0,
    });
    expect(await act(foreign.id, 'approve')).toMatchObject({ payable_cents: foreign.total_cents });
    expect(await extra(other, 500, { pro_number: 'NONE-SUCH' })).toMatchObject({ payable_cents: 0 });
  });
});
