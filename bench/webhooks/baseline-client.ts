import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readFileSync } from 'node:fs';

type Modules = [
  typeof import('../../src/config/config.js'),
  typeof import('../../src/features/webhooks/webhook-url-validator.js'),
  typeof import('../../src/features/webhooks/delivery/webhook-client.js'),
];

/** A request with the content of a delivery. */
export interface PostRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

const DIST = join(import.meta.dirname, '../../dist/src');
const [{ Config }, { WebhookUrlValidator }, { ReceiverAddressResolver, WebhookClient }] = (await Promise.all(
  [
    'config/config.js',
    'features/webhooks/webhook-url-validator.js',
    'features/webhooks/delivery/webhook-client.js',
  ].map((file) => import(pathToFileURL(join(DIST, file)).href) as Promise<unknown>),
)) as Modules;

/** Measures the ceiling: the same client in a bare loop, with as many concurrent requests as the worker has slots. */
const [file, slots] = process.argv.slice(2) as [string, string];
const posts = JSON.parse(readFileSync(file, 'utf8')) as PostRequest[];
const config = new Config();
const client = new WebhookClient(config, new ReceiverAddressResolver(new WebhookUrlValidator(config)));
const began = performance.now();
let next = 0;
let failed = 0;
const loop = async (): Promise<void> => {
  for (let post = posts[next++]; post; post = posts[next++]) {
    const { error } = await client.post(post.url, post.headers, post.body, Date.now());
    if (error) failed++;
  }
};
await Promise.all(Array.from({ length: Number(slots) }, loop));
process.stdout.write(JSON.stringify({ seconds: (performance.now() - began) / 1_000, failed }));
process.exit();
