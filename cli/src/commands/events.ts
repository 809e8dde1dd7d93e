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
    .description('forward test-mode events to a local URL, signed like webhook deliveries')
    .requiredOption('--forward-to <url>', 'for example http://localhost:4242/hooks, or a port', toTarget)
    .option(
      '--events <types>',
      'forward only these types, for example shipment.booked,shipment.delivered',
      toEventTypes,
    )
    .action(async ({ forwardTo, events }: { forwardTo: string; events?: string[] }, command: Command) => {
      const session = createSession(getGlobalOptions(command));
      if (session.mode === 'live')
        throw new CliError(
          'listen works in test mode only. Use a key that starts with fk_test_.',
          EXIT_CODES.key,
        );
      await listen(session, forwardTo, events);
    });
  program
    .command('trigger')
    .description('simulate an event in test mode, for the given record or the newest matching one')
    .argument('<type>', 'event type, for example shipment.delivered', (text) => toEventTypes(text)[0]!)
    .option('--shipment <id>', 'shipment ID', toId)
    .option('--quote <id>', 'quote ID', toId)
    .option('--invoice <id>', 'invoice ID', toId)
    .option('--customer <id>', 'customer ID', toId)
    .option('--bill <id>', 'bill ID', toId)
    .option('--endpoint <id>', 'webhook endpoint ID, for webhook.test', toId)
    .option('--no-apply', 'send the event without changing the record')
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
    .description('follow the events in the mode of the API key')
    .command('tail')
    .description('print new events')
    .option('--events <types>', 'print only these types, for example shipment.delivered', toEventTypes)
    .action(async ({ events }: { events?: string[] }, command: Command) => {
      const session = createSession(getGlobalOptions(command));
      const { output } = session;
      for await (const event of followEvents(session, events))
        output.printResult(event, () => output.printLine(formatEvent(event, output)));
    });
  program
    .command('logs')
    .description('follow the API requests of the organization')
    .command('tail')
    .description('print new requests, except the polling of listen and tail')
    .option('--failed', 'print only failed requests')
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
        { list, createdAt: ({ created_at }) => created_at },
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
        `Forwarding events to ${url}. Signing secret of this run: ${output.colors.bold(secret)}`,
      );
      output.printLine(output.colors.dim('Press Ctrl+C to stop.'));
    });
  for await (const event of followEvents(session, types, ready)) {
    const outcome = await forwardEvent(url, secret, event);
    const { durationMs: duration_ms, ...rest } = outcome;
    output.printResult({ event_id: event.id, event_type: event.type, ...rest, duration_ms }, () =>
      output.printLine(`${formatEvent(event, output)}  ${formatOutcome(outcome, output)}`),
    );
  }
}

/** @throws LadingError if a type is unknown or the key lacks the scope */
async function* followEvents(
  session: Session,
  types: string[] | undefined,
  onReady?: () => void,
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
    onReady,
  );
  for await (const event of events) if (!types || types.includes(event.type)) yield event;
}

/** Follows a list until SIGINT or SIGTERM. */
function followUntilInterrupt<T extends { id: string | number }>(
  { output, base_url: baseUrl }: Session,
  source: Pick<FollowOptions<T>, 'list' | 'createdAt'>,
  recordName: string,
  onReady = () => output.printNote(output.colors.dim(`Waiting for ${recordName}. Press Ctrl+C to stop.`)),
): AsyncGenerator<T, void, undefined> {
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort());
  return followList({
    ...source,
    signal: abort.signal,
    onReady,
    onConnectionChange: (error) =>
      output.printNote(
        output.colors.yellow(
          error
            ? `${baseUrl} is not responding (${error.code}). Retrying.`
            : `${baseUrl} responds again. No records were missed.`,
        ),
      ),
  });
}

function formatEvent({ created, type, id, data }: Event, { colors }: Output): string {
  return `${colors.dim(formatTime(created))}  ${type.padEnd(26)}  ${colors.dim(id)}${describeSubject(data)}`;
}

/** Returns the name and ID of the event's first record, for instance `  shipment 6`. */
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

/** Returns true for the polling requests of `listen` and `tail`. */
function isPollingRequest({ method, path, outcome }: Schemas['LoggedRequest']): boolean {
  return method === 'GET' && /\/api\/v1\/(requests|events)$/.test(path) && outcome === 'succeeded';
}

function formatTime(instant: string): string {
  return instant.slice(11, 19);
}
