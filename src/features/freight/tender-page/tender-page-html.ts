import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import { TEMPLATE_HELPERS } from '../../../platform/pdf/template-helpers.js';
import { formatUtcMinute } from '../../../domain/local-time.js';
import type { TenderView } from '../tenders/tender-view.service.js';
import type { Tender } from '../tenders/tender.entity.js';
import { MAX_FIELD_LENGTHS, type TenderForm } from './tender-form.js';

export interface HtmlPage {
  status: number;
  html: string;
}

const STYLE = `
:root { color-scheme: light }
* { box-sizing: border-box }
body { margin: 0; background: #f3f4f6; color: #16181d; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem }
h2 { font-size: 1.05rem; margin: 0 0 .75rem }
p { margin: 0 0 .75rem }
.test { background: #fff3c4; border: 1px solid #d9a400; border-radius: 8px; padding: .6rem .9rem; margin: 0 0 1rem }
.card { background: #fff; border: 1px solid #d8dbe2; border-radius: 10px; padding: 1.1rem; margin: 1rem 0 }
.two { display: grid; gap: 1rem }
.two > .card { margin: 0 }
dl { display: grid; grid-template-columns: 1fr; margin: 0 }
dt { color: #555c69; font-size: .875rem }
dd { margin: 0 0 .6rem }
.cost { font-size: 1.35rem; font-weight: 700 }
.lines { list-style: none; margin: 0; padding: 0 }
.lines li { border-top: 1px solid #e6e8ed; padding: .6rem 0 }
.hazmat { color: #a30000; font-weight: 700 }
.text { white-space: pre-line }
label { display: block; font-weight: 600; margin: 0 0 .75rem }
label span { font-weight: 400; color: #555c69 }
input, textarea { display: block; width: 100%; margin-top: .25rem; padding: .6rem; font: inherit; color: inherit; background: #fff; border: 1px solid #767d8a; border-radius: 6px }
button { width: 100%; min-height: 48px; padding: .6rem 1rem; font: inherit; font-weight: 700; border: 0; border-radius: 6px; color: #fff; background: #0b6b3a; cursor: pointer }
button.no { background: #8f1d1d }
:focus-visible { outline: 3px solid #1a56db; outline-offset: 2px }
.fault { background: #fdeaea; border: 1px solid #c33; border-radius: 6px; padding: .6rem .9rem }
footer { margin-top: 1rem; color: #555c69; font-size: .875rem }
@media (min-width: 720px) { .two { grid-template-columns: 1fr 1fr } dl.wide { grid-template-columns: 11rem 1fr } dl.wide dd { margin-bottom: .3rem } }
`;

/** No script, nothing from elsewhere, and the form goes back to where it came from. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const LAYOUT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>{{title}}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
{{> @partial-block}}
</main>
</body>
</html>
`;

const OPEN_TEMPLATE = `{{#> layout title="Tender"}}
{{#if sheet.test}}<p class="test">Test: nothing moves, and the carrier has not been written to.</p>{{/if}}
<h1><bdi>{{sheet.shipper}}</bdi> offers a shipment to <bdi>{{sheet.carrier.name}}</bdi></h1>
<p>Please answer by <b>{{until}}</b>.</p>
<section class="card">
<h2>What is offered</h2>
<dl class="wide">
<dt>Your charges</dt><dd class="cost">{{money sheet.costCents}}</dd>
<dt>Terms</dt><dd>{{terms}}</dd>
<dt>Pickup</dt><dd><b>{{sheet.pickupDate}}</b>{{#if sheet.window}}, {{sheet.window}}{{/if}}</dd>
<dt>Bill of lading</dt><dd>{{sheet.bolNumber}}</dd>
<dt>Quote</dt><dd><bdi>{{sheet.quoteNumber}}</bdi>, <bdi>{{sheet.service}}</bdi></dd>
<dt>Carrier</dt><dd><bdi>{{sheet.carrier.name}}</bdi> ({{sheet.carrier.scac}})</dd>
{{#if services}}<dt>Services</dt><dd>{{services}}</dd>{{/if}}
{{#each sheet.references}}<dt><bdi>{{name}}</bdi></dt><dd><bdi>{{value}}</bdi></dd>{{/each}}
</dl>
</section>
<div class="two">
<section class="card"><h2>From</h2>{{#with sheet.from}}{{> party}}{{/with}}</section>
<section class="card"><h2>To</h2>{{#with sheet.to}}{{> party}}{{/with}}</section>
</div>
<section class="card">
<h2>Freight: {{sheet.totals.handling_units}} handling unit{{#unless (eq sheet.totals.handling_units 1)}}s{{/unless}}, {{number sheet.totals.weight}} lb</h2>
<ul class="lines">
{{#each sheet.lines}}<li>{{handling_units}} <bdi>{{handling_unit_type}}</bdi> · {{number weight}} lb · class {{freight_class}}{{#if nmfc_code}} · NMFC {{nmfc_code}}{{/if}} · {{length}} × {{width}} × {{height}} in<br>
<bdi>{{description}}</bdi>{{#if hazmat}}<br><span class="hazmat">Hazardous</span>{{#if hazmat_description}} <bdi>{{hazmat_description}}</bdi>{{/if}}{{/if}}</li>{{/each}}
</ul>
{{#if sheet.instructions}}<h2>Instructions</h2><p class="text"><bdi>{{sheet.instructions}}</bdi></p>{{/if}}
</section>
{{#if form.fault}}<p class="fault" role="alert">{{form.fault}}</p>{{/if}}
<div class="two">
<form class="card" id="accept" method="post">
<h2>Accept</h2>
<label>Your name <input name="name" required maxlength="{{lengths.name}}" autocomplete="name" value="{{form.name}}"></label>
<label>PRO number <span>(if you have it already)</span> <input name="pro" maxlength="{{lengths.pro}}" autocomplete="off" value="{{form.pro}}"></label>
<button name="answer" value="accept">Accept this shipment</button>
</form>
<form class="card" id="decline" method="post">
<h2>Decline</h2>
<label>Your name <input name="name" required maxlength="{{lengths.name}}" autocomplete="name" value="{{form.name}}"></label>
<label>Reason <input name="reason" required maxlength="{{lengths.reason}}" autocomplete="off" value="{{form.reason}}"></label>
<button class="no" name="answer" value="decline">Decline this shipment</button>
</form>
</div>
<footer>The bill of lading came with the mail. Who has this link can answer: please don’t pass it on.</footer>
{{/layout}}`;

const PARTY_TEMPLATE = `<b><bdi>{{company}}</bdi></b><br>
{{#if address}}<bdi>{{address}}</bdi><br>{{/if}}
<bdi>{{city}}</bdi>, {{state}} {{zip}}
{{#if contact}}<br><bdi>{{contact}}</bdi>{{/if}}{{#if phone}}<br><bdi>{{phone}}</bdi>{{/if}}`;

const ANSWERED_TEMPLATE = `{{#> layout title=heading}}
<section class="card">
<h1>{{heading}}</h1>
<p>{{words}}</p>
{{#if by}}<p>By <bdi>{{by}}</bdi>, {{at}}.</p>{{/if}}
{{#if reason}}<p><bdi>{{reason}}</bdi></p>{{/if}}
</section>
{{/layout}}`;

const MISSING_TEMPLATE = `{{#> layout title="Not found"}}
<section class="card"><h1>Not found</h1><p>There is no tender to answer here. Its time may be over: please ask who sent it.</p></section>
{{/layout}}`;

const handlebars = Handlebars.create();
handlebars.registerHelper(TEMPLATE_HELPERS);
handlebars.registerPartial({ layout: LAYOUT, party: PARTY_TEMPLATE });
const [open, answered, missing] = [OPEN_TEMPLATE, ANSWERED_TEMPLATE, MISSING_TEMPLATE].map((text) =>
  handlebars.compile(text, { strict: true }),
) as [Handlebars.TemplateDelegate, Handlebars.TemplateDelegate, Handlebars.TemplateDelegate];

const STATE_MESSAGES = {
  accepted: ['Accepted', 'Thank you. The shipper knows that you take this shipment.'],
  declined: ['Declined', 'The shipper knows that you don’t take this shipment.'],
  withdrawn: [
    'Withdrawn',
    'This shipment needs no answer any more: please don’t pick it up on account of this tender.',
  ],
} as const;

/** The tender with its two forms. @param form what was sent, when something is wrong with it */
export function renderOpenPage(
  status: number,
  sheet: TenderView,
  { expiresAt }: Tender,
  form: TenderForm,
): HtmlPage {
  const html = open({
    sheet,
    form,
    lengths: MAX_FIELD_LENGTHS,
    until: formatUtcMinute(expiresAt),
    terms: sheet.terms.replace('_', ' '),
    services: sheet.services.join(', '),
  });
  return { status, html };
}

/** What stands already. */
export function renderAnsweredPage({ state, answeredBy, answeredAt, reason }: Tender): HtmlPage {
  if (state === 'sent' || state === 'expired' || state === 'failed') return renderNotFoundPage();
  const [heading, words] = STATE_MESSAGES[state];
  const html = answered({
    heading,
    words,
    by: state === 'withdrawn' ? null : answeredBy,
    at: answeredAt && formatUtcMinute(answeredAt),
    reason,
  });
  return { status: state === 'withdrawn' ? 410 : 200, html };
}

export function renderNotFoundPage(): HtmlPage {
  return { status: 404, html: missing({}) };
}
