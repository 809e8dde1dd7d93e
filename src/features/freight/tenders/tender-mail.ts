import type { NewMail } from '../../../platform/mail/mail-outbox.js';
import { formatUtcMinute } from '../../../domain/local-time.js';
import type { Freight } from '../record/freight.entity.js';
import type { Tender } from './tender.entity.js';
import type { TenderView } from './tender-view.service.js';

/** The name under which the outbox asks for the words of a tender. */
export const TENDER_MAIL = 'tender';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** The mail that offers a shipment. @param link opens the page; nothing is answered before its form is sent */
export function buildTenderMail(sheet: TenderView, { email, expiresAt }: Tender, link: string): NewMail {
  const { from, to, totals, test } = sheet;
  const lines = [
    ...(test ? buildTestNotice(email) : []),
    `${sheet.shipper} offers ${sheet.carrier.name} (${sheet.carrier.scac}) this shipment.`,
    '',
    `Accept:  ${link}#accept`,
    `Decline: ${link}#decline`,
    `The link can be answered until ${formatUtcMinute(expiresAt)}.`,
    '',
    `Bill of lading  ${sheet.bolNumber}`,
    `Quote           ${sheet.quoteNumber} (${sheet.service})`,
    `Your charges    ${dollars.format(sheet.costCents / 100)} (${sheet.terms.replace('_', ' ')})`,
    `Pickup          ${[sheet.pickupDate, sheet.window].filter(Boolean).join(', ')}`,
    `From            ${from.company}, ${from.address}, ${from.city}, ${from.state} ${from.zip}`,
    `To              ${to.company}, ${to.address}, ${to.city}, ${to.state} ${to.zip}`,
    `Freight         ${totals.handling_units} handling unit${totals.handling_units === 1 ? '' : 's'}, ${totals.weight} lb`,
    ...(sheet.services.length > 0 ? [`Services        ${sheet.services.join(', ')}`] : []),
    '',
    'The bill of lading is attached.',
  ];
  const subject = `Tender ${sheet.bolNumber}: ${from.city}, ${from.state} to ${to.city}, ${to.state}, pickup ${sheet.pickupDate}`;
  return { subject: formatSubject(subject, test), text: `${lines.join('\n')}\n` };
}

/** Tells who had a tender that nobody need come. */
export function buildWithdrawalMail({ bolNumber, carrierName, mode }: Freight, email: string): NewMail {
  const lines = [
    ...(mode === 'test' ? buildTestNotice(email) : []),
    `The shipment with the bill of lading number ${bolNumber}, tendered to ${carrierName}, was cancelled.`,
    'Please do not pick it up.',
  ];
  return {
    subject: formatSubject(`Cancelled: tender ${bolNumber}`, mode === 'test'),
    text: `${lines.join('\n')}\n`,
  };
}

function buildTestNotice(email: string): string[] {
  return [`TEST: in live mode this would have gone to ${email}. The carrier has not been written to.`, ''];
}

/** One line, whatever stands in a name. */
function formatSubject(text: string, test: boolean): string {
  return `${test ? '[TEST] ' : ''}${text.replace(/\p{Cc}+/gu, ' ')}`.slice(0, 255);
}
