import { MEMBER } from '../../src/app/demo/demo-data.ts';
import { buildSequentialId } from '../../src/domain/ids.ts';
import { runExampleScenario, type ApiAnswer, type ApiCall } from './example-scenario.ts';

/** The parts of the document that the recorder reads. */
interface Document {
  paths: Record<string, Record<string, { operationId?: string }>>;
}

/** The first call of an operation in the scenario. */
export interface Example {
  path: string;
  request?: object | string;
  answers: Record<string, ApiAnswer>;
}

/** The random URL of a tracking page. Examples must not contain a real one. */
const TRACKING_PAGE_URL = /http:\/\/[^"]+\/track\/[\w-]{43}/g;

/** Runs the scenario on a service. Returns the first call and response of each operation by operation id. */
export async function recordExamples(
  document: Document,
  url: string,
  key: string,
): Promise<Record<string, Example>> {
  const examples: Record<string, Example> = {};
  const operationAt = createOperationFinder(document);
  let drawn: [string, string][] = [];
  const call: ApiCall = async (method, path, body) => {
    const file = body instanceof Uint8Array || typeof body === 'string' ? body : undefined;
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body && { 'Content-Type': resolveContentType(body) }),
      },
      ...(body && { body: file ?? JSON.stringify(body) }),
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer: ApiAnswer = isJson ? await response.json() : await response.arrayBuffer();
    if (!response.ok) {
      throw new Error(`${method} ${path} → ${response.status} ${JSON.stringify(answer)}`);
    }
    const id = operationAt(method, `/api/v1${path.split('?')[0]}`);
    const example = (examples[id] ??= {
      path: `/api/v1${path}`,
      ...(body && !(body instanceof Uint8Array) && { request: body }),
      answers: {},
    });
    if (isJson) example.answers[response.status] ??= truncateLists(answer);
    return answer;
  };
  await runExampleScenario(async (method, path, body) => {
    // The reset ends the events, so their ids are read before it.
    if (path === '/sandbox/reset') drawn = mapDemoIds(examples, await listEventIds(url, key));
    return call(method, path, body);
  });
  addConfirmExample(examples);
  addMemberExamples(examples);
  return JSON.parse(
    drawn.reduce(
      (json, [drawnId, id]) => json.replaceAll(drawnId, id),
      JSON.stringify(examples).replaceAll(
        TRACKING_PAGE_URL,
        'https://freight.example.com/track/A_token_of_43_characters_stands_in_here_000',
      ),
    ),
  ) as Record<string, Example>;
}

/** Lists the ids of all events, oldest first. */
async function listEventIds(url: string, key: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/api/v1/events?limit=100`, { headers });
  const { data, has_more } = (await response.json()) as { data: { id: string }[]; has_more: boolean };
  if (has_more) throw new Error('The examples have more events than one page');
  return data.map(({ id }) => id).reverse();
}

/** Maps random ids to those that a demo organization counts (src/domain/ids.ts). */
function mapDemoIds({ createQuotes }: Record<string, Example>, events: string[]): [string, string][] {
  const group = createQuotes!.answers[201].quote_group_id as string;
  return [
    [group, buildSequentialId('qg', 1)],
    ...events.map((id, index): [string, string] => [id, buildSequentialId('evt', index + 1)]),
  ];
}

function resolveContentType(body: object | string): string {
  if (typeof body === 'string') return body.startsWith('ISA') ? 'application/edi-x12' : 'text/csv';
  return body instanceof Uint8Array ? 'image/png' : 'application/json';
}

/** Finds the operation of a path. Fixed segments take precedence over parameters. */
function createOperationFinder({ paths }: Document): (method: string, path: string) => string {
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

/** Shortens lists to two resources, and the schemas of event types, which have hundreds of lines. */
function truncateLists(answer: ApiAnswer): ApiAnswer {
  if (answer.object !== 'list') return answer;
  const data = answer.data
    .slice(0, 2)
    .map((row: ApiAnswer) => (row.object === 'event_type' ? { ...row, schema: { type: 'object' } } : row));
  return { ...answer, data };
}

/** Adds an example of a confirmation: simulated carriers book by API, so the scenario has none. */
function addConfirmExample(examples: Record<string, Example>): void {
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

/** Adds examples of a member: joining takes the link of an email, which the scenario cannot open. */
function addMemberExamples(examples: Record<string, Example>): void {
  const { created_at } = examples.createInvitation!.answers[201];
  const { email, role, name } = MEMBER;
  const signIns = { last_signed_in_at: null, identity_linked: false };
  const member = { object: 'member', id: 1, email, name, role, ...signIns, created_at };
  const path = '/api/v1/members';
  const list = { object: 'list', url: path, data: [member], has_more: false };
  const request = { role: 'operator' };
  examples.listMembers = { path, answers: { 200: list } };
  examples.getMember = { path: `${path}/1`, answers: { 200: member } };
  examples.updateMember = { path: `${path}/1`, request, answers: { 200: { ...member, ...request } } };
  examples.unlinkMember = { path: `${path}/1/unlink`, answers: { 200: { ...member, ...request } } };
  examples.deleteMember = {
    path: `${path}/1`,
    answers: { 200: { object: 'member', id: 1, deleted: true } },
  };
}
