import { object, type Json } from '../../../../platform/http-client/json.js';
import { filesIn, unreadable } from '../translate.js';

/** Clients of XPO have met the file in either place. @throws CarrierFault */
export function bolIn({ data, code }: Json): Buffer[] {
  if (code === undefined) unreadable('status');
  const { bolpdf, bolPdfImage } = object(data);
  return filesIn([object(bolpdf).contentType ?? bolPdfImage]);
}
