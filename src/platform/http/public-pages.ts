import { createHash } from 'node:crypto';
import type { Response } from 'express';
import Handlebars from 'handlebars';

/** An HTML page for a person without an account: a dispatcher or a consignee. */
export interface HtmlPage {
  status: number;
  html: string;
}

interface PublicPagesOptions<Name extends string> {
  /** CSS of these pages, after the shared style. */
  style: string;
  /** Handlebars templates of what is inside `<main>`. Each starts with `{{#> layout title=…}}`. */
  templates: Record<Name, string>;
  partials?: Record<string, string>;
  helpers?: Record<string, Handlebars.HelperDelegate>;
}

const SHARED_STYLE = `
:root { color-scheme: light dark; --back: #f3f4f6; --card: #fff; --text: #16181d; --faint: #555c69; --line: #d8dbe2; --mark: #0b6b3a; --alert: #9a1c1c; --link: #1a4fb4; --note: #fff3c4; --edge: #d9a400 }
@media (prefers-color-scheme: dark) { :root { --back: #14161a; --card: #1e2127; --text: #eceef2; --faint: #a9b0bd; --line: #383d47; --mark: #5fd39a; --alert: #ff9d9d; --link: #9dbfff; --note: #3d3410; --edge: #a98a1a } }
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 40rem; margin: 0 auto; padding: 1.25rem 1rem 3rem }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .25rem }
h2 { font-size: 1.05rem; margin: 0 0 .75rem }
p { margin: 0 0 .6rem }
a { color: var(--link) }
.test { background: var(--note); border: 1px solid var(--edge); border-radius: 8px; padding: .6rem .9rem; margin: 0 0 1rem }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem; margin: 0 0 1rem }
.faint { color: var(--faint); font-size: .9rem }
dl { display: grid; grid-template-columns: 1fr; margin: 0 }
dt { color: var(--faint); font-size: .875rem }
dd { margin: 0 0 .6rem }
.button, button { display: inline-block; min-height: 48px; padding: .6rem 1rem; font: inherit; font-weight: 600; border: 1px solid var(--link); border-radius: 6px; color: var(--link); background: transparent; text-decoration: none; cursor: pointer }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
@media (min-width: 560px) { dl { grid-template-columns: 9rem 1fr } dd { margin-bottom: .3rem } }
`;

const MESSAGE_TEMPLATE = `{{#> layout title=heading}}
<section class="card"><h1>{{heading}}</h1><p>{{text}}</p></section>
{{/layout}}`;

function buildLayout(style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>{{title}}</title>
<style>${style}</style>
</head>
<body>
<main>
{{> @partial-block}}
</main>
</body>
</html>
`;
}

/**
 * Renders and sends public pages. They run no script, load nothing from elsewhere, and stay out of caches, frames and
 * search engines. Values are escaped.
 */
export class PublicPages<Name extends string> {
  private readonly templates = new Map<string, Handlebars.TemplateDelegate>();
  private readonly headers: Record<string, string>;

  constructor({ style, templates, partials = {}, helpers = {} }: PublicPagesOptions<Name>) {
    const css = SHARED_STYLE + style;
    const handlebars = Handlebars.create();
    handlebars.registerHelper(helpers);
    handlebars.registerPartial({ ...partials, layout: buildLayout(css) });
    for (const [name, text] of Object.entries<string>({ ...templates, message: MESSAGE_TEMPLATE }))
      this.templates.set(name, handlebars.compile(text, { strict: true }));
    this.headers = {
      'Cache-Control': 'no-store',
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
        'img-src data:',
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'X-Robots-Tag': 'noindex, nofollow',
    };
  }

  render(name: Name, data: object, status = 200): HtmlPage {
    return { status, html: this.templates.get(name)!(data) };
  }

  /** Renders a page with a heading and one sentence. */
  renderMessage(status: number, heading: string, text: string): HtmlPage {
    return { status, html: this.templates.get('message')!({ heading, text }) };
  }

  send(response: Response, { status, html }: HtmlPage): void {
    this.setHeaders(response).status(status).type('html').send(html);
  }

  setHeaders(response: Response): Response {
    return response.set(this.headers);
  }
}
