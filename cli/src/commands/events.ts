import type { Schemas } from '@lading/sdk';
import type { Command } from 'commander';
import { toEventTypes, toId, toTarget } from '../arguments.js';
import { CliError, EXIT_CODES } from '../errors.js';
import { followList, type FollowOptions } from '../follow-list.js';
import { forwardEvent, createSecret, type ForwardOutcome } from '../forward-event.js';
import type { Output } from '../output.js';
import { getGlobalOptions, createSession, type Session } from '../session.js';

type Event = Schemas['EventRecord'];

export function registerEventCommands(program: Command): void {
  program
    .command('listen')
    .description(
      'send the events of test mode, as they happen, to a program on this machine: signed like webhooks',
    )
    .requiredOption('--forward-to <url>', 'e.g. http://localhost:4242/hooks, or a port', toTarget)
    .option('--events <types>', 'only these, e.g. shipment.booked,shipment.delivered', toEventTypes)
    .action(async ({ forwardTo, events }: { forwardTo: string; events?: string[] }, command: Command) => {
      const session = createSession(getGlobalOptions(command));
      if (session.mode === 'live')
        throw new CliError('listen tells of test mode: use a key that begins with fk_test_.', EXIT_CODES.key);
      await listen(session, forwardTo, events);
    });
  program
    .command('trigger')
    .description('make an event of test mode happen: the newest object of its kind moves, or the one named')
    .argument('<type>', 'e.g. shipment.delivered', (text) => toEventTypes(text)[0]!)
    .option('--shipment <id>', 'of which shipment', toId)
    .option('--quote <id>', 'of which quote', toId)
    .option('--invoice <id>', 'of which invoice', toId)
    .option('--customer <id>', 'of which customer', toId)
    .option('--bill <id>', 'of which bill', toId)
    .option('--endpoint <id>', 'to which webhook endpoint a webhook.test goes', toId)
    .option('--no-apply', 'tell of it only: nothing moves')
    .action(async (type: string, { apply, ...ids }: TriggerOptions, command: Command) => {
      const { lading, output } = createSession(getGlobalOptions(command));
      const body = Object.fromEntries(
        Object.entries(ids)
          .filter(([name]) => SUBJECTS.has(name))
          .map(([name, id]) => [`${name}_id`, id]),
      );
      const simulated = await lading.sandbox.simulate(type as Event['type'], body, { query: { apply } });
      output.printResult(simulated, () => output.printLine(`${simulated.event_type}  ${simulated.event_id}`));
    });
  program
    .command('events')
    .description('what happens in the mode of the key')
    .command('tail')
    .description('show events as they happen')
    .option('--events <types>', 'only these, e.g. shipment.delivered', toEventTypes)
    .action(async ({ events }: { events?: string[] }, command: Command) => {
      const session = createSession(getGlobalOptions(command));
      const { output } = session;
      for await (const event of followEvents(session, events))
        output.printResult(event, () => output.printLine(formatEvent(event, output)));
    });
  program
    .command('logs')
    .description('what keys and members ask of the service')
    .command('tail')
    .description('show requests as they are answered, but for what listen and tail ask themselves')
    .option('--failed', 'only those that did not succeed')
    .action(async ({ failed }: { failed?: boolean }, command: Command) => {
      const session = createSession(getGlobalOptions(command));
      const { lading, output } = session;
      const list: FollowOptions<Schemas['LoggedRequest']>['list'] = (query, options) =>
        lading.requests.list(
          { ...query, ...(failed && { outcome: 'refused,failed,aborted' as never }) },
          options,
        );
      const requests = followUntilInterrupt(
        session,
        { list, createdAt: ({ created_at: at }) => at },
        'requests',
      );
      for await (const request of requests)
        if (!isPollingRequest(request))
          output.printResult(request, () => output.printLine(formatRequest(request, output)));
    });
}

interface TriggerOptions {
  apply: boolean;
  shipment?: number;
  quote?: number;
  invoice?: number;
  customer?: number;
  bill?: number;
  endpoint?: number;
}

const SUBJECTS = new Set(['shipment', 'quote', 'invoice', 'customer', 'bill', 'endpoint']);

async function listen(session: Session, url: string, types: string[] | undefined): Promise<void> {
  const { output } = session;
  const secret = createSecret();
  const ready = () =>
    output.printResult({ listening: true, forward_to: url, secret }, () => {
      output.printLine(
        `Events go to ${url}, signed with ${output.colors.bold(secret)}, a secret of this run.`,
      );
      output.printLine(output.colors.dim('Ctrl-C ends it.'));
    });
  for await (const event of followEvents(session, types, ready)) {
    const outcome = await forwardEvent(url, secret, event);
    const { durationMs: duration_ms, ...rest } = outcome;
    const told = { event_id: event.id, event_type: event.type, ...rest, duration_ms };
    output.printResult(told, () =>
      output.printLine(`${formatEvent(event, output)}  ${formatOutcome(outcome, output)}`),
    );
  }
}

/** @throws LadingError for a type that there isn't, or that the key may not see */
async function* followEvents(
  session: Session,
  types: string[] | undefined,
  ready?: () => void,
): AsyncGenerator<Event, void, undefined> {
  const { lading } = session;
  for (const type of types ?? []) await lading.events.list({ type: type as Event['type'], limit: 1 });
  const only = types?.length === 1 ? { type: types[0] as Event['type'] } : {};
  const list: FollowOptions<Event>['list'] = (query, options) =>
    lading.events.list({ ...query, ...only }, options);
  const events = followUntilInterrupt(
    session,
    { list, createdAt: ({ created }) => created },
    'events',
    ready,
  );
  for await (const event of events) if (!types || types.includes(event.type)) yield event;
}

/** Until Ctrl-C, which is how such a command ends. */
function followUntilInterrupt<T extends { id: string | number }>(
  { output, base_url: baseUrl }: Session,
  of: Pick<FollowOptions<T>, 'list' | 'createdAt'>,
  what: string,
  ready = () => output.printNote(output.colors.dim(`Waiting for ${what}. Ctrl-C ends it.`)),
): AsyncGenerator<T, void, undefined> {
  const end = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort());
  return followList({
    ...of,
    signal: end.signal,
    onReady: ready,
    onConnectionChange: (error) =>
      output.printNote(
        output.colors.yellow(
          error ? `${baseUrl} is away (${error.code}): trying on.` : `${baseUrl} is back: nothing is missed.`,
        ),
      ),
  });
}

function formatEvent({ created, type, id, data }: Event, { colors }: Output): string {
  return `${colors.dim(formatTime(created))}  ${type.padEnd(26)}  ${colors.dim(id)}${describeSubject(data)}`;
}

/** Which shipment, quote or so it is about, as far as its data name one. */
function describeSubject(data: object): string {
  const entry = Object.entries(data).find(
    ([, value]) => typeof (value as { id?: unknown } | null)?.id === 'number',
  );
  return entry ? `  ${entry[0]} ${(entry[1] as { id: number }).id}` : '';
}

function formatOutcome({ status, error, durationMs }: ForwardOutcome, { colors }: Output): string {
  if (status === undefined) return colors.red(`not delivered: ${error}`);
  const text = `${status} in ${durationMs} ms`;
  return status >= 200 && status < 300 ? colors.green(text) : colors.red(text);
}

function formatRequest(request: Schemas['LoggedRequest'], { colors }: Output): string {
  const {
    created_at: at,
    status,
    outcome,
    method,
    path,
    error_code: code,
    duration_ms: ms,
    request_id: id,
  } = request;
  const color = outcome === 'succeeded' ? colors.green : outcome === 'refused' ? colors.yellow : colors.red;
  return `${colors.dim(formatTime(at))}  ${color(String(status))}  ${method.padEnd(6)} ${path}  ${code ?? ''}${code ? '  ' : ''}${ms} ms  ${colors.dim(id)}`;
}

/** What commands that follow a list ask every second is no news. */
function isPollingRequest({ method, path, outcome }: Schemas['LoggedRequest']): boolean {
  return method === 'GET' && /\/api\/v1\/(requests|events)$/.test(path) && outcome === 'succeeded';
}

function formatTime(instant: string): string {
  return instant.slice(11, 19);
}
