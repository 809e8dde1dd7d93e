import { toObject, type Json } from '../../../../platform/http-client/json.js';
import { decodeFiles, throwUnreadable } from '../adapter-helpers.js';

/** Clients of XPO have met the file in either place. @throws CarrierFault */
export function parseXpoBol({ data, code }: Json): Buffer[] {
  if (code === undefined) throwUnreadable('status');
  const { bolpdf, bolPdfImage } = toObject(data);
  return decodeFiles([toObject(bolpdf).contentType ?? bolPdfImage]);
}
