import { MEMBER } from '../../src/app/demo/demo-facts.ts';
import { countedId } from '../../src/domain/drawn-ids.ts';
import { tellStory, type Answer, type Call } from './story.ts';

/** What the recorder needs to know of the document. */
interface Document {
  paths: Record<string, Record<string, { operationId?: string }>>;
}

/** An operation as the story called it first. */
export interface Example {
  path: string;
  request?: object | string;
  answers: Record<string, Answer>;
}

/** Where a shipment's page is, which is drawn by lot: no example is one that could be looked at. */
const PAGE = /http:\/\/[^"]+\/track\/[\w-]{43}/g;

/** Tells the story to a service and keeps the first call and answer of each operation, by operation id. */
export async function recordStory(
  document: Document,
  url: string,
  key: string,
): Promise<Record<string, Example>> {
  const examples: Record<string, Example> = {};
  const operationAt = finder(document);
  let drawn: [string, string][] = [];
  const call: Call = async (method, path, body) => {
    const file = body instanceof Uint8Array || typeof body === 'string' ? body : undefined;
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body && { 'Content-Type': typeOf(body) }),
      },
      ...(body && { body: file ?? JSON.stringify(body) }),
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer: Answer = isJson ? await response.json() : await response.arrayBuffer();
    if (!response.ok) {
      throw new Error(`${method} ${path} → ${response.status} ${JSON.stringify(answer)}`);
    }
    const id = operationAt(method, `/api/v1${path.split('?')[0]}`);
    const example = (examples[id] ??= {
      path: `/api/v1${path}`,
      ...(body && !(body instanceof Uint8Array) && { request: body }),
      answers: {},
    });
    if (isJson) example.answers[response.status] ??= shortened(answer);
    return answer;
  };
  await tellStory(async (method, path, body) => {
    // It ends with the events: their ids are asked for while they are there.
    if (path === '/sandbox/reset') drawn = demoIds(examples, await eventsOf(url, key));
    return call(method, path, body);
  });
  addConfirmation(examples);
  addMembers(examples);
  return JSON.parse(
    drawn.reduce(
      (json, [drawnId, id]) => json.replaceAll(drawnId, id),
      JSON.stringify(examples).replaceAll(
        PAGE,
        'https://freight.example.com/track/A_token_of_43_characters_stands_in_here_000',
      ),
    ),
  ) as Record<string, Example>;
}

/** All events, oldest first. */
async function eventsOf(url: string, key: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/api/v1/events?limit=100`, { headers });
  const { data, has_more } = (await response.json()) as { data: { id: string }[]; has_more: boolean };
  if (has_more) throw new Error('The story has more events than a page');
  return data.map(({ id }) => id).reverse();
}

/** What is drawn by lot has the ids that a demo organization counts (src/domain/drawn-ids.ts). */
function demoIds({ createQuotes }: Record<string, Example>, events: string[]): [string, string][] {
  const group = createQuotes!.answers[201].quote_group_id as string;
  return [
    [group, countedId('qg', 1)],
    ...events.map((id, index): [string, string] => [id, countedId('evt', index + 1)]),
  ];
}

function typeOf(body: object | string): string {
  if (typeof body === 'string') return 'text/csv';
  return body instanceof Uint8Array ? 'image/png' : 'application/json';
}

/** Finds the operation of a path, fixed words before parameters. */
function finder({ paths }: Document): (method: string, path: string) => string {
  const patterns = Object.keys(paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));
  return (method, path) => {
    const template = patterns.find(({ pattern }) => pattern.test(path))?.path ?? '';
    const id = paths[template]?.[method.toLowerCase()]?.operationId;
    if (!id) throw new Error(`${method} ${path} is not in the document`);
    return id;
  };
}

/** Two resources show a list as well as ten. */
function shortened(answer: Answer): Answer {
  return answer.object === 'list' ? { ...answer, data: answer.data.slice(0, 2) } : answer;
}

/** Simulated carriers book by themselves, so that there is nothing to confirm: what it would look like. */
function addConfirmation(examples: Record<string, Example>): void {
  for (const [name, source] of [
    ['confirmFreight', 'bookFreight'],
    ['confirmShipment', 'bookShipment'],
  ] as const) {
    const { path, answers } = examples[source]!;
    const { pro_number, pickup_confirmation } = answers[200];
    examples[name] = {
      path: path.replace(/book$/, 'confirm'),
      request: { pro_number, pickup_confirmation },
      answers: { 200: answers[200] },
    };
  }
}

/** Nobody becomes a member without the link of a mail: what somebody looks like who has. */
function addMembers(examples: Record<string, Example>): void {
  const { created_at } = examples.createInvitation!.answers[201];
  const { email, role, name } = MEMBER;
  const member = { object: 'member', id: 1, email, name, role, last_signed_in_at: null, created_at };
  const path = '/api/v1/members';
  const list = { object: 'list', url: path, data: [member], has_more: false };
  const request = { role: 'operator' };
  examples.listMembers = { path, answers: { 200: list } };
  examples.getMember = { path: `${path}/1`, answers: { 200: member } };
  examples.updateMember = { path: `${path}/1`, request, answers: { 200: { ...member, ...request } } };
  examples.deleteMember = {
    path: `${path}/1`,
    answers: { 200: { object: 'member', id: 1, deleted: true } },
  };
}
