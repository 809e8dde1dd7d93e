import Handlebars from 'handlebars';
import { omitUrls } from '../../domain/sanitize-text.js';
import type { ComposedMail } from '../../platform/mail/mail-outbox.js';
import type { Notice } from './tracking-link.entity.js';
import type { TrackingPageView } from './tracking-page-view.service.js';

/** Name of the composer in the outbox. */
export const CONSIGNEE_MAIL = 'consignee';

/** Truncates names, so that the subject fits on one line. */
const MAX_NAME_LENGTH = 100;

const NOTICE_PHRASES: Record<Notice, string> = {
  booked: 'is booked',
  out_for_delivery: 'is out for delivery',
  delivered: 'was delivered',
  exception: 'is delayed',
};

export interface ConsigneeMailData {
  notice: Notice;
  sheet: TrackingPageView;
  email: string;
  pageUrl: string;
  stopUrl: string;
}

const renderHtmlBody = Handlebars.create().compile(
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{{title}}</title>
<style>
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) { .back { background: #14161a !important; color: #eceef2 !important } .card { background: #1e2127 !important; border-color: #383d47 !important } .faint { color: #a9b0bd !important } .link { color: #9dbfff !important } }
</style>
</head>
<body class="back" style="margin:0;padding:16px;background:#f3f4f6;color:#16181d;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
{{#if test}}<p style="margin:0 0 16px;padding:10px 14px;background:#fff3c4;color:#16181d;border:1px solid #d9a400;border-radius:8px">{{test}}</p>{{/if}}
<div class="card" style="padding:20px;background:#ffffff;border:1px solid #d8dbe2;border-radius:10px">
<h1 style="margin:0 0 12px;font-size:22px;line-height:1.25">{{title}}</h1>
{{#each facts}}<p style="margin:0 0 8px"><span class="faint" style="color:#555c69;font-size:14px">{{name}}</span><br>{{value}}</p>
{{/each}}
<p style="margin:20px 0 4px"><a href="{{pageUrl}}" style="display:inline-block;padding:12px 18px;background:#1a4fb4;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:600">Track the shipment</a></p>
</div>
<p class="faint" style="margin:16px 0 0;color:#555c69;font-size:14px">{{reason}} <a class="link" href="{{stopUrl}}" style="color:#1a4fb4">Unsubscribe</a></p>
</div>
</body>
</html>
`,
  { strict: true },
);

/** Builds the email as text and HTML, with one-click unsubscribe (RFC 8058). */
export function buildConsigneeMail({
  notice,
  sheet,
  email,
  pageUrl,
  stopUrl,
}: ConsigneeMailData): ComposedMail {
  const shipper = toSingleLine(sheet.shipper).slice(0, MAX_NAME_LENGTH);
  const title = `Your shipment from ${shipper} ${NOTICE_PHRASES[notice]}`;
  const sender = omitUrls(sheet.shipper).slice(0, MAX_NAME_LENGTH);
  const subject = `Your shipment ${sender && `from ${sender} `}${NOTICE_PHRASES[notice]}`;
  const test = sheet.test
    ? `TEST: in live mode this email would go to ${email}. The consignee was not notified.`
    : '';
  const facts = [
    { name: 'From', value: sheet.from },
    { name: 'To', value: sheet.to },
    { name: 'Carrier', value: `${sheet.carrier}${sheet.proNumber ? `, PRO ${sheet.proNumber}` : ''}` },
    ...(sheet.expected
      ? [{ name: sheet.late ? 'Originally expected' : 'Estimated delivery', value: sheet.expected }]
      : []),
  ].map(({ name, value }) => ({ name, value: toSingleLine(value) }));
  const reason = `${shipper} sends updates about this shipment to ${email}.`;
  const text = [
    ...(test ? [test, ''] : []),
    `${title}.`,
    '',
    ...facts.map(({ name, value }) => `${name}: ${value}`),
    '',
    `Track the shipment: ${pageUrl}`,
    '',
    reason,
    `Unsubscribe: ${stopUrl}`,
    '',
  ].join('\n');
  return {
    subject: `${sheet.test ? '[TEST] ' : ''}${subject}`,
    text,
    html: renderHtmlBody({ title, test, facts, reason, pageUrl, stopUrl }),
    headers: {
      'List-Unsubscribe': `<${stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
    attachments: [],
  };
}

/** Removes line breaks and direction marks, which a name may contain. */
function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
