import { describe, expect, it } from '@jest/globals';
import { CarrierDeclined, CarrierFault } from './carrier-adapter.js';
import { readWords, requireAnswer, requireCanceled, requireDone } from './carrier-answers.js';

const answer = (status: number, empty = false) => ({ status, body: {}, rows: null, empty });
const capture = (call: () => unknown): unknown => {
  try {
    return call();
  } catch (error) {
    return error;
  }
};

describe('the answer to a booking', () => {
  it('returns a 2xx without a refusal', () => {
    expect(requireDone(answer(201), null)).toEqual(answer(201));
  });

  it.each([400, 402, 404, 405, 406, 410, 413, 415, 422, 423, 451])(
    'declines HTTP %i with the carrier’s words, or with the number',
    (status) => {
      const declined = capture(() => requireDone(answer(status), { message: 'No dock.', code: 'EBG1' }));
      expect(declined).toEqual(new CarrierDeclined('No dock.', 'EBG1'));
      expect(declined).toMatchObject({ code: 'EBG1' });
      const silent = capture(() => requireDone(answer(status, true), null));
      expect(silent).toBeInstanceOf(CarrierDeclined);
      expect(silent).toMatchObject({
        message: `The carrier refused with HTTP ${status}.`,
        code: String(status),
      });
    },
  );

  it.each([
    [401, true],
    [403, true],
    [425, true],
    [429, true],
    [408, false],
    [409, false],
    [500, false],
    [504, false],
    [302, false],
  ])('faults on HTTP %i, where the carrier did nothing: %s', (status, unheard) => {
    const fault = capture(() => requireDone(answer(status), { message: 'Busy.' }));
    expect(fault).toBeInstanceOf(CarrierFault);
    expect(fault).toMatchObject({ unheard });
  });

  it.each([
    [
      { title: 'Bad Request', errors: { zip: ['The ZIP is not served.'] } },
      'Bad Request The ZIP is not served.',
    ],
    [{ Message: 'The request is invalid.' }, 'The request is invalid.'],
    [{ error: { error_description: 'Account closed' } }, 'Account closed'],
    [{ errors: ['No dock.', 'No dock.'] }, 'No dock.'],
    [{ Envelope: { Body: { Fault: { detail: 'No dock.' } } } }, 'No dock.'],
    [{ error: { headers: { authorization: 'Basic abc' }, body: 'secret' } }, null],
  ])('shows the words of %j, which the adapter does not know', (body, words) => {
    const call = { ...answer(400), body };
    expect(capture(() => requireDone(call, null))).toEqual(
      new CarrierDeclined(words ?? 'The carrier refused with HTTP 400.', '400'),
    );
    const fault = `The carrier request failed: HTTP 400${words ? `: ${words.replace(/\.$/, '')}` : ''}.`;
    expect(capture(() => requireAnswer(call, { message: '' }))).toMatchObject({ message: fault });
  });

  it('declines a 2xx with a refusal', () => {
    expect(capture(() => requireDone(answer(200), { message: '' }))).toEqual(
      new CarrierDeclined('The carrier declined.'),
    );
  });
});

describe('the words of an error', () => {
  it.each([
    ['{"message":"Dispatch is down."}', 'Dispatch is down.'],
    ['["300 - Failure"]', '300 - Failure'],
    ['<s:Envelope><s:Body><s:Fault><detail>Closed</detail></s:Fault></s:Body></s:Envelope>', 'Closed'],
    [
      '<s:Envelope><s:Body><s:Fault><faultstring>Bad ZIP</faultstring></s:Fault></s:Body></s:Envelope>',
      'Bad ZIP',
    ],
    ['<!DOCTYPE html><html><head><title>503</title></head></html>', ''],
    ['<html><head><title>503</title></head></html>', ''],
    ['Be back soon', ''],
    ['', ''],
  ])('of %j are %j', (text, words) => {
    expect(readWords(text)).toBe(words);
  });
});

describe('the answer to a call that changes nothing', () => {
  it('declines a 4xx with words and faults on one without', () => {
    expect(capture(() => requireAnswer(answer(400), { message: 'Bad ZIP' }))).toBeInstanceOf(CarrierDeclined);
    expect(capture(() => requireAnswer(answer(400), { message: '' }))).toBeInstanceOf(CarrierFault);
  });
});

describe('the answer to a cancellation', () => {
  it('is done when it is empty, or says that the carrier knows no such booking', () => {
    expect(requireCanceled(answer(200, true), null, false)).toBeNull();
    expect(requireCanceled(answer(204, true), null, false)).toBeNull();
    expect(requireCanceled(answer(404, true), { message: '' }, false)).toBeNull();
    expect(requireCanceled(answer(404), { message: 'eBOL not found' }, true)).toBeNull();
  });

  it('is a fault when a gateway returns 404', () => {
    expect(capture(() => requireCanceled(answer(404), null, false))).toBeInstanceOf(CarrierFault);
  });

  it('is a decline when the carrier refuses', () => {
    const declined = capture(() => requireCanceled(answer(422), { message: 'Picked up' }, false));
    expect(declined).toEqual(new CarrierDeclined('Picked up', '422'));
  });
});
