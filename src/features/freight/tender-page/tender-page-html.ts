import { PublicPages, type HtmlPage } from '../../../platform/http/public-pages.js';
import { TEMPLATE_HELPERS } from '../../../platform/pdf/template-helpers.js';
import { formatUtcMinute } from '../../../domain/local-time.js';
import type { TenderView } from '../tenders/tender-view.service.js';
import type { Tender } from '../tenders/tender.entity.js';
import { MAX_FIELD_LENGTHS, type TenderForm } from './tender-form.js';

const STYLE = `
main { max-width: 60rem }
.two { display: grid; gap: 1rem; margin: 0 0 1rem }
.two > .card { margin: 0 }
.cost { font-size: 1.35rem; font-weight: 700 }
.lines { list-style: none; margin: 0; padding: 0 }
.lines li { border-top: 1px solid var(--line); padding: .6rem 0 }
.hazmat { color: var(--alert); font-weight: 700 }
.text { white-space: pre-line }
label { display: block; font-weight: 600; margin: 0 0 .75rem }
label span { font-weight: 400; color: var(--faint) }
input { display: block; width: 100%; margin-top: .25rem; padding: .6rem; font: inherit; color: inherit; background: var(--card); border: 1px solid #767d8a; border-radius: 6px }
button { width: 100%; border: 0; color: #fff; background: #0b6b3a }
button.no { background: #8f1d1d }
.fault { border: 1px solid var(--alert); border-radius: 6px; padding: .6rem .9rem }
@media (min-width: 720px) { .two { grid-template-columns: 1fr 1fr } dl { grid-template-columns: 11rem 1fr } }
`;

const OPEN_TEMPLATE = `{{#> layout title="Tender"}}
{{#if sheet.test}}<p class="test">Test tender: no freight moves, and the carrier was not notified.</p>{{/if}}
<h1><bdi>{{sheet.shipper}}</bdi> tenders a shipment to <bdi>{{sheet.carrier.name}}</bdi></h1>
<p>Please respond by <b>{{until}}</b>.</p>
<section class="card">
<h2>Tender</h2>
<dl>
<dt>Your charges</dt><dd class="cost">{{money sheet.costCents}}</dd>
<dt>Freight terms</dt><dd>{{terms}}</dd>
<dt>Pickup</dt><dd><b>{{sheet.pickupDate}}</b>{{#if sheet.window}}, {{sheet.window}}{{/if}}</dd>
<dt>Bill of lading</dt><dd>{{sheet.bolNumber}}</dd>
<dt>Quote</dt><dd><bdi>{{sheet.quoteNumber}}</bdi>, <bdi>{{sheet.service}}</bdi></dd>
<dt>Carrier</dt><dd><bdi>{{sheet.carrier.name}}</bdi> ({{sheet.carrier.scac}})</dd>
{{#if services}}<dt>Accessorials</dt><dd>{{services}}</dd>{{/if}}
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
<label>PRO number <span>(optional)</span> <input name="pro" maxlength="{{lengths.pro}}" autocomplete="off" value="{{form.pro}}"></label>
<button name="answer" value="accept">Accept this shipment</button>
</form>
<form class="card" id="decline" method="post">
<h2>Decline</h2>
<label>Your name <input name="name" required maxlength="{{lengths.name}}" autocomplete="name" value="{{form.name}}"></label>
<label>Reason <input name="reason" required maxlength="{{lengths.reason}}" autocomplete="off" value="{{form.reason}}"></label>
<button class="no" name="answer" value="decline">Decline this shipment</button>
</form>
</div>
<p class="faint">The bill of lading is attached to the email. Anyone with this link can respond. Do not forward it.</p>
{{/layout}}`;

const PARTY_TEMPLATE = `<b><bdi>{{company}}</bdi></b><br>
{{#if address}}<bdi>{{address}}</bdi><br>{{/if}}
{{place this}}
{{#if contact}}<br><bdi>{{contact}}</bdi>{{/if}}{{#if phone}}<br><bdi>{{phone}}</bdi>{{/if}}`;

const ANSWERED_TEMPLATE = `{{#> layout title=heading}}
<section class="card">
<h1>{{heading}}</h1>
<p>{{text}}</p>
{{#if by}}<p>Submitted by <bdi>{{by}}</bdi>, {{at}}.</p>{{/if}}
{{#if reason}}<p><bdi>{{reason}}</bdi></p>{{/if}}
</section>
{{/layout}}`;

export const TENDER_PAGES = new PublicPages({
  style: STYLE,
  templates: { open: OPEN_TEMPLATE, answered: ANSWERED_TEMPLATE },
  partials: { party: PARTY_TEMPLATE },
  helpers: TEMPLATE_HELPERS,
});

const STATE_MESSAGES = {
  accepted: ['Accepted', 'Thank you. The shipper was notified that you accepted this shipment.'],
  declined: ['Declined', 'The shipper was notified that you declined this shipment.'],
  withdrawn: ['Withdrawn', 'The shipper withdrew this tender. Do not pick up the shipment.'],
} as const;

/** Renders the tender with its two forms. @param form the submitted form if it has a fault */
export function renderOpenPage(
  status: number,
  sheet: TenderView,
  { expiresAt }: Tender,
  form: TenderForm,
): HtmlPage {
  const data = {
    sheet,
    form,
    lengths: MAX_FIELD_LENGTHS,
    until: formatUtcMinute(expiresAt),
    terms: sheet.terms.replace('_', ' '),
    services: sheet.services.join(', '),
  };
  return TENDER_PAGES.render('open', data, status);
}

export function renderAnsweredPage({ state, answeredBy, answeredAt, reason }: Tender): HtmlPage {
  if (state === 'sent' || state === 'expired' || state === 'failed') return renderNotFoundPage();
  const [heading, text] = STATE_MESSAGES[state];
  const by = state === 'withdrawn' ? null : answeredBy;
  const data = { heading, text, by, at: answeredAt && formatUtcMinute(answeredAt), reason };
  return TENDER_PAGES.render('answered', data, state === 'withdrawn' ? 410 : 200);
}

/** Renders the same page for unknown and for expired links. */
export function renderNotFoundPage(): HtmlPage {
  const text = 'This tender is not open. It may have expired. Ask the shipper for a new one.';
  return TENDER_PAGES.renderMessage(404, 'Not found', text);
}
