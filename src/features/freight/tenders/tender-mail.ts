import { formatMoney } from '../../../domain/currencies.js';
import { formatForeignCountry } from '../../../domain/countries.js';
import type { NewMail } from '../../../platform/mail/mail-outbox.js';
import { omitUrls } from '../../../domain/sanitize-text.js';
import { formatUtcMinute } from '../../../domain/local-time.js';
import type { Freight } from '../record/freight.entity.js';
import type { Tender } from './tender.entity.js';
import type { TenderView } from './tender-view.service.js';

/** Name of the composer in the outbox. */
export const TENDER_MAIL = 'tender';

export function buildTenderMail(sheet: TenderView, { email, expiresAt }: Tender, link: string): NewMail {
  const { from, to, totals, test } = sheet;
  const lines = [
    ...(test ? buildTestNotice(email) : []),
    `${sheet.shipper} tenders this shipment to ${sheet.carrier.name} (${sheet.carrier.scac}).`,
    '',
    `Accept:  ${link}#accept`,
    `Decline: ${link}#decline`,
    `Please respond by ${formatUtcMinute(expiresAt)}.`,
    '',
    `Bill of lading  ${sheet.bolNumber}`,
    `Quote           ${sheet.quoteNumber} (${sheet.service})`,
    `Your charges    ${formatMoney(sheet.costCents, sheet.currency)} (${sheet.terms.replace('_', ' ')})`,
    `Pickup          ${[sheet.pickupDate, sheet.window].filter(Boolean).join(', ')}`,
    `From            ${formatPlace(from)}`,
    `To              ${formatPlace(to)}`,
    `Freight         ${totals.handling_units} handling unit${totals.handling_units === 1 ? '' : 's'}, ${totals.weight} lb`,
    ...(sheet.services.length > 0 ? [`Accessorials    ${sheet.services.join(', ')}`] : []),
    '',
    'The bill of lading is attached.',
  ];
  const subject = `Tender ${sheet.bolNumber}: ${omitUrls(from.city)}, ${from.state} to ${omitUrls(to.city)}, ${to.state}, pickup ${sheet.pickupDate}`;
  return { subject: formatSubject(subject, test), text: `${lines.join('\n')}\n` };
}

function formatPlace(party: TenderView['from']): string {
  const { company, address, city, state, zip } = party;
  return `${company}, ${address}, ${city}, ${state} ${zip}${formatForeignCountry(party)}`;
}

export function buildWithdrawalMail({ bolNumber, carrierName, mode }: Freight, email: string): NewMail {
  const lines = [
    ...(mode === 'test' ? buildTestNotice(email) : []),
    `The shipment with bill of lading ${bolNumber}, tendered to ${carrierName}, was canceled.`,
    'Please do not pick it up.',
  ];
  return {
    subject: formatSubject(`Canceled: tender ${bolNumber}`, mode === 'test'),
    text: `${lines.join('\n')}\n`,
  };
}

function buildTestNotice(email: string): string[] {
  return [`TEST: in live mode this email would go to ${email}. The carrier was not notified.`, ''];
}

/** Removes line breaks, which a name may contain. */
function formatSubject(text: string, test: boolean): string {
  return `${test ? '[TEST] ' : ''}${text.replace(/\p{Cc}+/gu, ' ')}`.slice(0, 255);
}
