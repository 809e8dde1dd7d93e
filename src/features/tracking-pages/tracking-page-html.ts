import { PublicPages, type HtmlPage } from '../../platform/http/public-pages.js';
import type { TrackingPageView } from './tracking-page-view.service.js';

const STYLE = `
header { display: flex; align-items: center; gap: .75rem; margin: 0 0 1rem; font-weight: 600 }
header img { max-width: 9rem; max-height: 3rem; background: #fff; border-radius: 6px; padding: .25rem }
h1.delivered { color: var(--mark) }
h1.exception, h1.cancelled { color: var(--alert) }
.when { font-size: 1.15rem; font-weight: 600 }
dl { margin: 1rem 0 .5rem }
ol { list-style: none; margin: 0; padding: 0 }
ol li { border-left: 3px solid var(--line); padding: 0 0 1rem .9rem }
ol li:first-child { border-left-color: var(--mark) }
ol li:last-child { padding-bottom: 0 }
ol b { display: block }
`;

const TRACKED_TEMPLATE = `{{#> layout title=title}}
{{#if sheet.test}}<p class="test">Test shipment: no freight moves.</p>{{/if}}
<header>{{#if sheet.logo}}<img src="{{sheet.logo}}" alt="">{{/if}}<bdi>{{sheet.shipper}}</bdi></header>
<section class="card" aria-labelledby="status">
<h1 id="status" class="{{sheet.status}}">{{sheet.headline}}</h1>
{{#if sheet.meaning}}<p>{{sheet.meaning}}</p>{{/if}}
{{#if sheet.expected}}<p>{{#if sheet.late}}Originally expected{{else}}Estimated delivery{{/if}}<br><span class="when">{{sheet.expected}}</span></p>{{/if}}
<dl>
<dt>From</dt><dd><bdi>{{sheet.from}}</bdi></dd>
<dt>To</dt><dd><bdi>{{sheet.to}}</bdi></dd>
<dt>Carrier</dt><dd><bdi>{{sheet.carrier}}</bdi></dd>
{{#if sheet.proNumber}}<dt>PRO number</dt><dd><bdi>{{sheet.proNumber}}</bdi>{{#if sheet.trackingUrl}}<br><a href="{{sheet.trackingUrl}}" rel="noreferrer noopener">Carrier’s tracking page</a>{{/if}}</dd>{{/if}}
</dl>
{{#if pod}}<p><a class="button" href="{{pod}}">Proof of delivery</a></p>{{/if}}
</section>
<section class="card" aria-labelledby="way">
<h2 id="way">Tracking history</h2>
{{#if sheet.events}}<ol>
{{#each sheet.events}}<li><b>{{headline}}</b>{{#if place}}<bdi>{{place}}</bdi><br>{{/if}}<span class="faint">{{when}}</span></li>
{{/each}}</ol>{{else}}<p>The carrier has not picked up the shipment yet.</p>{{/if}}
</section>
<p class="faint">Times are local to each location. Anyone with this link can see this page.</p>
{{/layout}}`;

const UNSUBSCRIBE_TEMPLATE = `{{#> layout title="Email updates"}}
<section class="card">
<h1>Unsubscribe?</h1>
<p><b><bdi>{{email}}</bdi></b> will no longer receive emails about shipments from <b><bdi>{{shipper}}</bdi></b>.</p>
<form method="post"><button>Unsubscribe</button></form>
</section>
{{/layout}}`;

const UNSUBSCRIBED_TEMPLATE = `{{#> layout title="Email updates"}}
<section class="card">
<h1>Unsubscribed</h1>
<p><b><bdi>{{email}}</bdi></b> no longer receives emails about shipments from <b><bdi>{{shipper}}</bdi></b>.</p>
</section>
{{/layout}}`;

export const TRACKING_PAGES = new PublicPages({
  style: STYLE,
  templates: {
    tracked: TRACKED_TEMPLATE,
    unsubscribe: UNSUBSCRIBE_TEMPLATE,
    unsubscribed: UNSUBSCRIBED_TEMPLATE,
  },
});

/** @param pod relative URL of the proof of delivery; null if the page has none */
export function renderTrackingPage(sheet: TrackingPageView, pod: string | null): HtmlPage {
  return TRACKING_PAGES.render('tracked', {
    sheet,
    pod,
    title: `${sheet.headline}: shipment to ${sheet.to}`,
  });
}

/** Renders the same page for unknown, revoked and expired links. */
export function renderNotFoundPage(): HtmlPage {
  const text = 'This page does not exist or has expired. Ask the shipper for a new link.';
  return TRACKING_PAGES.renderMessage(404, 'Not found', text);
}

export function renderBusyPage(): HtmlPage {
  const text = 'Too many documents are being downloaded. Please try again in a few seconds.';
  return TRACKING_PAGES.renderMessage(503, 'Please wait', text);
}
