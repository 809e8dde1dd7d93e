import Handlebars from 'handlebars';
import { ERRORS } from '../http/errors.js';

const TEMPLATE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Errors · Lading API</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a }
section { border-top: 1px solid #ddd; padding: .5rem 0 }
section:target { background: #fff7d6 }
code { background: #f2f2f2; padding: .1em .3em; border-radius: 3px }
</style>
</head>
<body>
<h1>Errors</h1>
<p>Every error answer carries one of these words in <code>error.code</code>.</p>
{{#each errors}}
<section id="{{@key}}">
<h2><code>{{@key}}</code></h2>
<p>{{status}} · <code>{{type}}</code></p>
<p><em>{{message}}</em></p>
<p>{{help}}</p>
</section>
{{/each}}
</body>
</html>
`;

/** What `doc_url` of an error opens. */
export function errorPage(): string {
  return Handlebars.compile(TEMPLATE, { strict: true })({ errors: ERRORS });
}
