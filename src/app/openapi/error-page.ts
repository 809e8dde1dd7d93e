import Handlebars from 'handlebars';
import { ERRORS, hasFieldErrors } from '../../platform/http/errors/errors.js';

const TEMPLATE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors · Lading API</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a }
section { border-top: 1px solid #ddd; padding: .5rem 0 }
section:target { background: #fff7d6 }
code { background: #f2f2f2; padding: .1em .3em; border-radius: 3px; overflow-wrap: anywhere }
</style>
</head>
<body>
<h1>Errors</h1>
<p>Every error response contains one of these codes in <code>error.code</code>.</p>
{{#each errors}}
<section id="{{@key}}">
<h2><code>{{@key}}</code></h2>
<p>{{status}} · <code>{{type}}</code></p>
<p><em>{{withCode message}}</em></p>
<p>{{withCode help}}</p>
{{#if (hasFieldErrors this)}}<p><code>error.errors</code> lists every error.</p>
{{/if}}
</section>
{{/each}}
</body>
</html>
`;

/** Escapes text and renders what is between backticks as code. */
function withCode(text: string): Handlebars.SafeString {
  const parts = text.split('`').map((part) => Handlebars.escapeExpression(part));
  return new Handlebars.SafeString(
    parts.map((part, index) => (index % 2 ? `<code>${part}</code>` : part)).join(''),
  );
}

export function renderErrorPage(): string {
  return Handlebars.compile(TEMPLATE, { strict: true })(
    { errors: ERRORS },
    { helpers: { withCode, hasFieldErrors } },
  );
}
