import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AttemptFailure } from './attempt-outcome.js';

const MAX_BODY_BYTES = 16 * 1_024;
const MAX_STORED_BYTES = 2_048;
/** Interim answers (1xx) that a receiver may send before its real one. */
const MAX_INTERIM_RESPONSES = 10;

export interface ReceiverResponse {
  status: number;
  body: string;
  retryAfter: string | undefined;
}

/**
 * Sends one request and reads its answer: the status decides, the body is read up to 16 KiB or the deadline and then
 * cut, whatever it does.
 * @throws AttemptFailure when no status came
 */
export function sendRequest(
  request: ClientRequest,
  body: string,
  deadline: AbortSignal,
): Promise<ReceiverResponse> {
  return new Promise((resolve, reject) => {
    const phase = watchPhases(request);
    let interim = 0;
    const fail = (error: Error): void => {
      request.destroy();
      reject(deadline.aborted ? createTimeoutFailure() : toAttemptFailure(error, phase()));
    };
    const abort = (): void => fail(createTimeoutFailure());
    deadline.addEventListener('abort', abort, { once: true });
    request.on('error', fail);
    request.on('information', () => {
      if (++interim > MAX_INTERIM_RESPONSES) fail(new AttemptFailure('protocol', 'Too many interim answers'));
    });
    request.on('upgrade', (response: IncomingMessage, socket: Socket) => {
      socket.destroy();
      resolve(toReceiverResponse(response, []));
    });
    request.on('response', (response) => {
      deadline.removeEventListener('abort', abort);
      request.off('error', fail).on('error', () => undefined);
      void readResponse(request, response, deadline).then(resolve);
    });
    if (deadline.aborted) abort();
    else request.end(body);
  });
}

/** Never fails: with the status the outcome is known. */
function readResponse(
  request: ClientRequest,
  response: IncomingMessage,
  deadline: AbortSignal,
): Promise<ReceiverResponse> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (): void => {
      deadline.removeEventListener('abort', cut);
      resolve(toReceiverResponse(response, chunks));
    };
    const cut = (): void => {
      request.destroy();
      done();
    };
    deadline.addEventListener('abort', cut, { once: true });
    if (deadline.aborted) cut();
    response.on('data', (chunk: Buffer) => {
      if (size < MAX_STORED_BYTES) chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BODY_BYTES) cut();
    });
    response.on('end', done).on('error', cut).on('close', done);
  });
}

function toReceiverResponse(response: IncomingMessage, chunks: Buffer[]): ReceiverResponse {
  const bytes = Buffer.concat(chunks).subarray(0, MAX_STORED_BYTES);
  return {
    status: response.statusCode ?? 0,
    // A character cut in half is dropped; PostgreSQL stores no NUL.
    body: new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD'),
    retryAfter: response.headers['retry-after'],
  };
}

type ConnectionPhase = 'connect' | 'tls' | 'open';

/** How far the request's connection has come. */
function watchPhases(request: ClientRequest): () => ConnectionPhase {
  let phase: ConnectionPhase = 'connect';
  const secure = request.protocol === 'https:';
  request.once('socket', (socket) => {
    if (request.reusedSocket) phase = 'open';
    else {
      socket.once('connect', () => (phase = secure ? 'tls' : 'open'));
      socket.once('secureConnect', () => (phase = 'open'));
    }
  });
  return () => phase;
}

function toAttemptFailure(error: Error, phase: ConnectionPhase): AttemptFailure {
  if (error instanceof AttemptFailure) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (phase !== 'open') return new AttemptFailure(phase, code || error.message);
  if (code.startsWith('HPE_')) return new AttemptFailure('protocol', `The answer is not HTTP: ${code}`);
  return new AttemptFailure('reset', `The connection ended without an answer: ${code || error.message}`);
}

export function createTimeoutFailure(): AttemptFailure {
  return new AttemptFailure('timeout', 'No answer within the time-out');
}
