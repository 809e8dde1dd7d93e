import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import type { TrackingPageView } from './tracking-page-view.service.js';

export interface HtmlPage {
  status: number;
  html: string;
}

const STYLE = `
:root { color-scheme: light dark; --back: #f3f4f6; --card: #fff; --text: #16181d; --faint: #555c69; --line: #d8dbe2; --mark: #0b6b3a; --alert: #9a1c1c; --link: #1a4fb4; --note: #fff3c4; --edge: #d9a400 }
@media (prefers-color-scheme: dark) { :root { --back: #14161a; --card: #1e2127; --text: #eceef2; --faint: #a9b0bd; --line: #383d47; --mark: #5fd39a; --alert: #ff9d9d; --link: #9dbfff; --note: #3d3410; --edge: #a98a1a } }
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 40rem; margin: 0 auto; padding: 1.25rem 1rem 3rem }
header { display: flex; align-items: center; gap: .75rem; margin: 0 0 1rem }
header img { max-width: 9rem; max-height: 3rem; background: #fff; border-radius: 6px; padding: .25rem }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .25rem }
h1.delivered { color: var(--mark) }
h1.exception, h1.cancelled { color: var(--alert) }
h2 { font-size: 1.05rem; margin: 0 0 .75rem }
p { margin: 0 0 .5rem }
a { color: var(--link) }
.shipper { font-weight: 600 }
.test { background: var(--note); border: 1px solid var(--edge); border-radius: 8px; padding: .6rem .9rem; margin: 0 0 1rem }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem; margin: 0 0 1rem }
.when { font-size: 1.15rem; font-weight: 600 }
dl { display: grid; grid-template-columns: 1fr; margin: 1rem 0 .5rem }
dt { color: var(--faint); font-size: .875rem }
dd { margin: 0 0 .6rem }
ol { list-style: none; margin: 0; padding: 0 }
ol li { border-left: 3px solid var(--line); padding: 0 0 1rem .9rem }
ol li:first-child { border-left-color: var(--mark) }
ol li:last-child { padding-bottom: 0 }
ol b { display: block }
.faint { color: var(--faint); font-size: .9rem }
.button, button { display: inline-block; min-height: 44px; padding: .6rem 1rem; font: inherit; font-weight: 600; border: 1px solid var(--link); border-radius: 6px; color: var(--link); background: transparent; text-decoration: none; cursor: pointer }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
@media (min-width: 560px) { dl { grid-template-columns: 9rem 1fr } dd { margin-bottom: .3rem } }
`;

/** No script, nothing from elsewhere; the logo stands in the page itself. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
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
<meta name="color-scheme" content="light dark">
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

const TRACKED = `{{#> layout title=title}}
{{#if sheet.test}}<p class="test">Test: nothing moves, this shipment is made up.</p>{{/if}}
<header>{{#if sheet.logo}}<img src="{{sheet.logo}}" alt="">{{/if}}<span class="shipper"><bdi>{{sheet.shipper}}</bdi></span></header>
<section class="card" aria-labelledby="status">
<h1 id="status" class="{{sheet.status}}">{{sheet.headline}}</h1>
{{#if sheet.meaning}}<p>{{sheet.meaning}}</p>{{/if}}
{{#if sheet.expected}}<p>{{#if sheet.late}}It was expected{{else}}Estimated delivery{{/if}}<br><span class="when">{{sheet.expected}}</span></p>{{/if}}
<dl>
<dt>From</dt><dd><bdi>{{sheet.from}}</bdi></dd>
<dt>To</dt><dd><bdi>{{sheet.to}}</bdi></dd>
<dt>Carrier</dt><dd><bdi>{{sheet.carrier}}</bdi></dd>
{{#if sheet.proNumber}}<dt>PRO number</dt><dd><bdi>{{sheet.proNumber}}</bdi>{{#if sheet.trackingUrl}}<br><a href="{{sheet.trackingUrl}}" rel="noreferrer noopener">The carrier’s own page</a>{{/if}}</dd>{{/if}}
</dl>
{{#if pod}}<p><a class="button" href="{{pod}}">Proof of delivery</a></p>{{/if}}
</section>
<section class="card" aria-labelledby="way">
<h2 id="way">The way so far</h2>
{{#if sheet.events}}<ol>
{{#each sheet.events}}<li><b>{{headline}}</b>{{#if place}}<bdi>{{place}}</bdi><br>{{/if}}<span class="faint">{{when}}</span></li>
{{/each}}</ol>{{else}}<p>The carrier has not picked it up yet.</p>{{/if}}
</section>
<p class="faint">Each time says its zone. Who has this address can see this page.</p>
{{/layout}}`;

const STOP = `{{#> layout title="Mails about your shipments"}}
<section class="card">
<h1>No more mails?</h1>
<p><b><bdi>{{email}}</bdi></b> then gets no more mails about shipments of <b><bdi>{{shipper}}</bdi></b>.</p>
<form method="post"><button>Stop these mails</button></form>
</section>
{{/layout}}`;

const STOPPED = `{{#> layout title="Mails about your shipments"}}
<section class="card">
<h1>Stopped</h1>
<p><b><bdi>{{email}}</bdi></b> gets no more mails about shipments of <b><bdi>{{shipper}}</bdi></b>.</p>
</section>
{{/layout}}`;

const MISSING = `{{#> layout title="Not found"}}
<section class="card"><h1>Not found</h1><p>There is nothing here, or not any more. Please ask who sent you the address.</p></section>
{{/layout}}`;

const BUSY = `{{#> layout title="One moment"}}
<section class="card"><h1>One moment</h1><p>Too many ask for documents at once. Please try again in a few seconds.</p></section>
{{/layout}}`;

const handlebars = Handlebars.create();
handlebars.registerPartial({ layout: LAYOUT });
const pages = Object.fromEntries(
  Object.entries({ TRACKED, STOP, STOPPED, MISSING, BUSY }).map(([name, text]) => [
    name,
    handlebars.compile(text, { strict: true }),
  ]),
) as Record<'TRACKED' | 'STOP' | 'STOPPED' | 'MISSING' | 'BUSY', Handlebars.TemplateDelegate>;

/** @param pod where the proof of delivery is; null when the page has none */
export function renderTrackingPage(sheet: TrackingPageView, pod: string | null): HtmlPage {
  const title = `${sheet.headline}: shipment to ${sheet.to}`;
  return { status: 200, html: pages.TRACKED({ sheet, pod, title }) };
}

/** Asks; nothing is stopped before its button is pressed: mail programs open every link. */
export function renderUnsubscribePage(email: string, shipper: string): HtmlPage {
  return { status: 200, html: pages.STOP({ email, shipper }) };
}

export function renderUnsubscribedPage(email: string, shipper: string): HtmlPage {
  return { status: 200, html: pages.STOPPED({ email, shipper }) };
}

/** The same for what never was and for what is no more. */
export function renderNotFoundPage(): HtmlPage {
  return { status: 404, html: pages.MISSING({}) };
}

export function renderBusyPage(): HtmlPage {
  return { status: 503, html: pages.BUSY({}) };
}
