import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable } from '@nestjs/common';
import { addDays, daysBetween } from '../../../domain/days.js';
import { AdapterRegistry } from '../adapter-registry.js';
import type { CarrierAdapter } from '../carrier-adapter.js';
import { stackOf, toCarrierError } from '../carrier-errors.js';
import { buildSettingsSchema, type JsonSchema } from '../settings-schema.js';
import {
  hasOperation,
  OPERATION_NAMES,
  performOperation,
  toFailure,
  type OperationName,
  type OperationResult,
} from './perform-operation.js';
import {
  isTokenCall,
  RecordingError,
  toResponseText,
  type RecordedCall,
  type Recording,
} from './recording.js';
import { buildSampleFreight, buildSampleRateRequest, SAMPLE_PRO } from './sample-freight.js';

export interface ReplayedAnswer {
  adapter: string;
  operation: OperationName;
  outcome: OperationResult['outcome'];
  reason: string | null;
}

const REPLAY_DEADLINE_MS = 15_000;
const SHIFT_DAYS = 2;
const TOKEN = 'replayed-token';
const TOKEN_ANSWER = {
  access_token: TOKEN,
  accessToken: TOKEN,
  token: TOKEN,
  sessionToken: TOKEN,
  token_type: 'Bearer',
  expires_in: 3_600,
};

/** Plays recorded answers to the adapters of this installation. Calls no carrier. */
@Injectable()
export class ReplayService {
  constructor(private readonly adapters: AdapterRegistry) {}

  /** @throws RecordingError */
  async replay(recordings: readonly Recording[]): Promise<ReplayedAnswer[]> {
    const answers: ReplayedAnswer[] = [];
    for (const recording of recordings) answers.push(await this.replayOne(recording));
    return answers;
  }

  private async replayOne(recording: Recording): Promise<ReplayedAnswer> {
    const adapter = this.adapters.find(recording.carrier);
    if (!adapter) throw new RecordingError(`No adapter is named "${recording.carrier}".`);
    const { operation } = recording;
    const played = findPlayedOperation(adapter, operation);
    if (!played) throw new RecordingError(`The adapter "${adapter.name}" has no operation ${operation}.`);
    const server = createServer(new AnswerPlayer(recording).handle);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { outcome, reason } = await play(adapter, played, recording, base);
      return { adapter: adapter.name, operation, outcome, reason };
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }
}

/** A recorded token request is played by the first operation that needs a token. */
function findPlayedOperation(
  adapter: CarrierAdapter,
  operation: OperationName,
): Exclude<OperationName, 'token'> | undefined {
  if (operation !== 'token') return hasOperation(adapter, operation) ? operation : undefined;
  const candidates = OPERATION_NAMES.filter((name) => name !== 'token');
  return candidates.find((name) => hasOperation(adapter, name));
}

async function play(
  adapter: CarrierAdapter,
  operation: Exclude<OperationName, 'token'>,
  recording: Recording,
  base: string,
): Promise<OperationResult> {
  const settings = buildReplaySettings(adapter, recording, base);
  const scac = recording.scac ?? adapter.scacs?.[0] ?? adapter.carriers?.[0]?.scac ?? 'TEST';
  const asksForPickup = recording.more !== undefined && recording.more.length > 0;
  const sample = buildSampleFreight();
  const freight = { ...sample, proNumber: SAMPLE_PRO, pickup: asksForPickup ? sample.pickup : null };
  const signal = AbortSignal.timeout(REPLAY_DEADLINE_MS);
  try {
    return await performOperation(adapter, operation, freight, { scac, settings }, signal);
  } catch (error) {
    const known = toCarrierError(error);
    if (!known) throw new Error(stackOf(error));
    return toFailure(known);
  }
}

/**
 * Builds settings that lead to the player. A recording without a pickup call has a standing pickup, so that the booking has
 * no warning about it.
 */
function buildReplaySettings(
  { settings }: CarrierAdapter,
  { settings: recorded, more }: Recording,
  base: string,
): object {
  const schema = buildSettingsSchema(settings);
  const required = schema.required as string[];
  const entries = Object.entries(schema.properties as Record<string, JsonSchema>)
    .filter(
      ([name, { writeOnly }]) => required.includes(name) || writeOnly || /_url$|^user|^account$/.test(name),
    )
    .map(([name, property]) => [name, buildSetting(name, property, base)] as const);
  const standing = 'standing_pickup' in (schema.properties as object) && !more?.length;
  return { ...Object.fromEntries(entries), ...(standing && { standing_pickup: true }), ...recorded };
}

function buildSetting(name: string, { enum: choices, type, format }: JsonSchema, base: string): unknown {
  if (Array.isArray(choices)) return choices[0];
  if (name === 'token_url') return `${base}/token`;
  if (format === 'uri' || name.endsWith('_url')) return base;
  if (type === 'boolean') return false;
  if (type === 'number' || type === 'integer') return 1;
  const { city, state, zip } = buildSampleRateRequest().origin;
  if (/zip/.test(name)) return zip;
  if (/state/.test(name)) return state;
  if (/city/.test(name)) return city;
  return /account|number/.test(name) ? '1234567' : 'replay';
}

/** Answers requests with the calls of a recording. */
class AnswerPlayer {
  private readonly left: RecordedCall[];
  private readonly calls: readonly RecordedCall[];
  private readonly shiftedBy: number;

  constructor(private readonly recording: Recording) {
    this.calls = [recording, ...(recording.more ?? [])];
    this.left = [...this.calls];
    const today = new Date().toISOString().slice(0, 10);
    this.shiftedBy = recording.shift ? daysBetween(recording.shift, addDays(today, SHIFT_DAYS)) : 0;
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    const call = this.findCall(request.method ?? '', request.url ?? '/');
    if (!call) return sendAnswer(response, 200, JSON.stringify(TOKEN_ANSWER));
    const { status } = call.http;
    if (status === null) return void response.destroy();
    sendAnswer(response, status, this.shift(toResponseText(call)));
  };

  /** Returns null for an access token that was not recorded. Replays the responses of each path in the recorded order. */
  private findCall(method: string, url: string): RecordedCall | null {
    if (isTokenCall(url) && this.recording.operation !== 'token') return null;
    const matching = (calls: readonly RecordedCall[]) => calls.find((call) => isSameCall(call, method, url));
    const found =
      matching(this.left) ?? matching(this.calls.toReversed()) ?? this.left[0] ?? this.calls.at(-1)!;
    if (this.left.includes(found)) this.left.splice(this.left.indexOf(found), 1);
    return found;
  }

  private shift(text: string): string {
    if (this.shiftedBy === 0) return text;
    return text.replace(/\b20\d\d-\d\d-\d\d/g, (day) => addDays(day, this.shiftedBy));
  }
}

/** Compares the paths without numbers: a replay has another PRO number. */
function isSameCall({ request }: RecordedCall, method: string, url: string): boolean {
  if (!request || request.method !== method) return false;
  const recorded = toComparablePath(request.url);
  return recorded !== null && recorded.endsWith(toComparablePath(url) ?? '');
}

function toComparablePath(url: string): string | null {
  return URL.parse(url, 'http://carrier')?.pathname.replace(/\d{4,}/g, '#') ?? null;
}

function sendAnswer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
