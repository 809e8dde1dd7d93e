import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AttemptFailure } from './attempt-outcome.js';

/** Reading stops after this many bytes. */
const MAX_BODY_BYTES = 16 * 1_024;
const MAX_STORED_BYTES = 2_048;
/** The maximum number of interim responses (1xx). */
const MAX_INTERIM_RESPONSES = 10;

export interface ReceiverResponse {
  status: number;
  body: string;
  retryAfter: string | undefined;
}

/**
 * Sends one request and reads the response. Resolves once a status has arrived: the body is cut at 16 KiB or at the
 * deadline, and an error while reading it is ignored.
 * @throws AttemptFailure if no status arrived
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
      if (++interim > MAX_INTERIM_RESPONSES)
        fail(new AttemptFailure('protocol', 'Too many interim responses'));
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
    // Drops a truncated last character. PostgreSQL text cannot store NUL.
    body: new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD'),
    retryAfter: response.headers['retry-after'],
  };
}

type ConnectionPhase = 'connect' | 'tls' | 'open';

/** Returns a function that tells how far the request's connection has come. */
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
  if (code.startsWith('HPE_')) return new AttemptFailure('protocol', `The response is not HTTP: ${code}`);
  return new AttemptFailure('reset', `The connection closed without a response: ${code || error.message}`);
}

export function createTimeoutFailure(): AttemptFailure {
  return new AttemptFailure('timeout', 'No response within the timeout');
}
