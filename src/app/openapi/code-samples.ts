import { EXAMPLES } from './examples.js';
import type { JsonObject, Route } from './document-types.js';

const SAMPLED_OPERATIONS = new Set([
  'createQuotes',
  'getQuoteGroup',
  'createFreight',
  'updateFreight',
  'bookFreight',
  'cancelFreight',
  'downloadBol',
  'getFreightTracking',
  'listInvoices',
  'createWebhook',
]);

interface SampleCall {
  method: string;
  path: string;
  body: JsonObject | undefined;
  isPdf: boolean;
}

/**
 * Returns the recorded example of a sampled operation as curl, TypeScript and Python; undefined for other operations.
 */
export function buildCodeSamples({ method, path, operation }: Route): JsonObject[] | undefined {
  if (!SAMPLED_OPERATIONS.has(operation.operationId)) return undefined;
  const recorded = EXAMPLES[operation.operationId];
  const isPdf = JSON.stringify(operation.responses).includes('application/pdf');
  const body = recorded?.request as JsonObject | undefined;
  const call = { method: method.toUpperCase(), path: recorded?.path ?? path, body, isPdf };
  return [
    { lang: 'Shell', label: 'curl', source: toCurl(call) },
    { lang: 'TypeScript', label: 'TypeScript', source: toTypeScript(call) },
    { lang: 'Python', label: 'Python', source: toPython(call) },
  ];
}

function toCurl({ method, path, body, isPdf }: SampleCall): string {
  const lines = [`curl -X ${method} "$BASE_URL${path}"`, '-H "Authorization: Bearer $API_KEY"'];
  if (method === 'POST') lines.push('-H "Idempotency-Key: $(uuidgen)"');
  if (body)
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
    );
  if (isPdf) lines.push('-o document.pdf');
  return lines.join(' \\\n  ');
}

function toTypeScript({ method, path, body, isPdf }: SampleCall): string {
  const headers = ['Authorization: `Bearer ${process.env.API_KEY}`'];
  if (method === 'POST') headers.push("'Idempotency-Key': crypto.randomUUID()");
  if (body) headers.push("'Content-Type': 'application/json'");
  return [
    `const response = await fetch(\`\${process.env.BASE_URL}${path}\`, {`,
    `  method: '${method}',`,
    `  headers: { ${headers.join(', ')} },`,
    ...(body ? [`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2))}),`] : []),
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    `const result = await response.${isPdf ? 'arrayBuffer' : 'json'}();`,
  ].join('\n');
}

function toPython({ method, path, body, isPdf }: SampleCall): string {
  const headers = ['"Authorization": f"Bearer {os.environ[\'API_KEY\']}"'];
  if (method === 'POST') headers.push('"Idempotency-Key": str(uuid.uuid4())');
  return [
    `import os, requests${method === 'POST' ? ', uuid' : ''}`,
    '',
    `response = requests.request("${method}", os.environ["BASE_URL"] + "${path}",`,
    `    headers={${headers.join(', ')}},`,
    ...(body ? [`    json=${toPythonLiteral(body)},`] : []),
    '    timeout=30)',
    'response.raise_for_status()',
    isPdf ? 'pdf = response.content' : 'result = response.json()',
  ].join('\n');
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

function toPythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(toPythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value as JsonObject).map(
    ([key, child]) => `${JSON.stringify(key)}: ${toPythonLiteral(child)}`,
  );
  return `{${entries.join(', ')}}`;
}
