import { readProjectFile } from '../../platform/http/contract/project-file.js';
import type { JsonObject, Route } from './document-types.js';
import { EXAMPLES } from './examples.js';

interface SdkMethod {
  /** For example `freight.book`. */
  method: string;
  kind: 'json' | 'file' | 'list';
}

/** The SDK's method of each operation, by `METHOD /path`. Written by `npm run generate sdk-methods`. */
const SDK_METHODS = JSON.parse(readProjectFile('openapi/sdk-methods.json') ?? '{}') as Record<
  string,
  SdkMethod
>;

const BASE_URL = 'http://localhost:3000';

const FILE_EXTENSIONS: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'text/csv': 'csv',
  'application/edi-x12': 'edi',
};

interface SampleCall {
  method: string;
  /** The path with its values, without the query. */
  path: string;
  pathValues: (string | number)[];
  query: Record<string, string | number>;
  body: JsonObject | undefined;
  upload: SampleFile | undefined;
  download: SampleFile | undefined;
  sdk: SdkMethod | undefined;
}

interface SampleFile {
  name: string;
  type: string;
}

/** Returns the recorded example of an operation as curl, TypeScript and Python. */
export function buildCodeSamples(route: Route): JsonObject[] {
  const call = toSampleCall(route);
  return [
    { lang: 'Shell', label: 'curl', source: toCurl(call) },
    ...(call.sdk ? [{ lang: 'TypeScript', label: 'TypeScript SDK', source: toTypeScript(call) }] : []),
    { lang: 'Python', label: 'Python', source: toPython(call) },
  ];
}

function toSampleCall({ method, path: template, operation }: Route): SampleCall {
  const recorded = EXAMPLES[operation.operationId];
  const url = new URL(recorded?.path ?? fillPath(template, operation.parameters), BASE_URL);
  const answer = operation.responses['200']?.content;
  const { request } = recorded ?? {};
  return {
    method: method.toUpperCase(),
    path: url.pathname,
    pathValues: readPathValues(template, url.pathname, operation.parameters),
    query: Object.fromEntries([...url.searchParams].map(([name, value]) => [name, toScalar(value)])),
    body: typeof request === 'object' ? request : undefined,
    upload: findFile(operation.operationId, operation.requestBody?.content),
    download: answer?.['application/json'] ? undefined : findFile(operation.operationId, answer),
    sdk: SDK_METHODS[`${method.toUpperCase()} ${template}`],
  };
}

/** Fills a path without a recorded example, as an extension's has none. */
function fillPath(template: string, parameters: JsonObject[] = []): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(parameters.find((parameter) => parameter['name'] === name)?.['example'] ?? 1),
  );
}

function readPathValues(template: string, path: string, parameters: JsonObject[]): (string | number)[] {
  const values = path.split('/').map(decodeURIComponent);
  return template.split('/').flatMap((segment, index) => {
    if (!segment.startsWith('{')) return [];
    const parameter = parameters.find(({ name }) => segment === `{${name as string}}`);
    const { type } = (parameter?.['schema'] ?? {}) as { type?: string };
    return [type === 'integer' ? Number(values[index]) : values[index]!];
  });
}

function toScalar(text: string): string | number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : text;
}

/** Names a file after the operation: `downloadTariffRates` saves `tariff-rates.csv`. */
function findFile(operationId: string, content: Record<string, JsonObject> = {}): SampleFile | undefined {
  const type = Object.keys(content).find((name) => FILE_EXTENSIONS[name]);
  if (type === undefined) return undefined;
  const [, ...words] = operationId.split(/(?=[A-Z])/);
  return { type, name: `${words.join('-').toLowerCase()}.${FILE_EXTENSIONS[type]}` };
}

function toCurl({ method, path, query, body, upload, download }: SampleCall): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${BASE_URL}${path}${search.size > 0 ? `?${search}` : ''}"`,
    '-H "Authorization: Bearer $KEY"',
  ];
  if (body)
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
    );
  else if (upload) lines.push(`-H 'Content-Type: ${upload.type}'`, `--data-binary @${upload.name}`);
  if (download) lines.push(`-o ${download.name}`);
  return lines.join(' \\\n  ');
}

function toTypeScript({ pathValues, query, body, upload, download, sdk }: SampleCall): string {
  const options =
    Object.keys(query).length > 0 ? toTypeScriptLiteral(query).replaceAll(/\n */g, ' ') : undefined;
  const input = body ? toTypeScriptLiteral(body) : upload && readUpload(upload);
  const lastArguments = input && options ? [input, `{ query: ${options} }`] : [input ?? options];
  const values = [
    ...pathValues.map((value) => (typeof value === 'string' ? `'${value}'` : value)),
    ...lastArguments.filter(Boolean),
  ];
  const call = `lading.${sdk!.method}(${values.join(', ')})`;
  const fileImports = [
    ...(upload ? [upload.type === 'text/csv' ? 'readFile' : 'openAsBlob'] : []),
    ...(download ? ['writeFile'] : []),
  ].map((name) => `import { ${name} } from '${name === 'openAsBlob' ? 'node:fs' : 'node:fs/promises'}';`);
  return [
    ...fileImports,
    "import { Lading } from '@lading/sdk';",
    '',
    `const lading = new Lading({ apiKey: process.env.KEY, baseUrl: '${BASE_URL}' });`,
    ...toTypeScriptCall(call, sdk!.kind, download),
  ].join('\n');
}

function toTypeScriptCall(call: string, kind: SdkMethod['kind'], download?: SampleFile): string[] {
  if (kind === 'list') return [`for await (const item of ${call}) console.log(item);`];
  if (!download) return [`const result = await ${call};`, 'console.log(result);'];
  return [
    `const response = await ${call};`,
    `await writeFile('${download.name}', Buffer.from(await response.arrayBuffer()));`,
  ];
}

function readUpload({ name, type }: SampleFile): string {
  return type === 'text/csv'
    ? `await readFile('${name}', 'utf8')`
    : `await openAsBlob('${name}', { type: '${type}' })`;
}

function toPython({ method, path, query, body, upload, download }: SampleCall): string {
  const headers = [`"Authorization": f"Bearer {os.environ['KEY']}"`];
  if (!body && upload) headers.push(`"Content-Type": "${upload.type}"`);
  return [
    'import os',
    '',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    "${BASE_URL}${path}",`,
    `    headers={${headers.join(', ')}},`,
    ...(Object.keys(query).length > 0 ? [`    params=${toPythonLiteral(query)},`] : []),
    ...(body ? [`    json=${toPythonLiteral(body)},`] : []),
    ...(!body && upload ? [`    data=open("${upload.name}", "rb"),`] : []),
    '    timeout=30,',
    ')',
    'response.raise_for_status()',
    download ? `open("${download.name}", "wb").write(response.content)` : 'print(response.json())',
  ].join('\n');
}

function toTypeScriptLiteral(value: JsonObject): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll(/"([^"'\\]*)"/g, "'$1'");
}

const PYTHON_WORDS: Record<string, string> = { true: 'True', false: 'False', null: 'None' };

function toPythonLiteral(value: JsonObject): string {
  return JSON.stringify(value, null, 4)
    .replaceAll(/(?<=^\s*|": )(true|false|null)(?=,?$)/gm, (word) => PYTHON_WORDS[word]!)
    .replaceAll('\n', '\n    ');
}
