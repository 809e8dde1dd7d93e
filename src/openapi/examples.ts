import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, Route } from './json.js';

/** What was recorded of one operation on a running service. */
export interface RecordedExample {
  /** The path that was called, with its values. */
  path: string;
  request?: Json;
  /** By status. */
  answers: Record<string, Json>;
}

/** `openapi/examples.json`: real requests and answers, by operation id, made by `npm run openapi:examples`. */
export const EXAMPLES = load();

function load(): Record<string, RecordedExample> {
  for (const up of ['../..', '../../..']) {
    try {
      return JSON.parse(readFileSync(join(import.meta.dirname, up, 'openapi/examples.json'), 'utf8')) as never;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return {};
}

/** Puts the recorded request and answers of an operation into its bodies. */
export function putExamples({ operation }: Route): void {
  const pdf = operation.responses['200']?.content?.['application/pdf'];
  if (pdf) pdf.examples = { [operation.operationId]: { summary: 'A PDF', value: PDF } };
  const recorded = EXAMPLES[operation.operationId];
  if (!recorded) return;
  const request = operation.requestBody?.content['application/json'];
  if (request && recorded.request) request.examples = { [operation.operationId]: named(operation, recorded.request) };
  for (const [status, value] of Object.entries(recorded.answers)) {
    const answer = operation.responses[status]?.content?.['application/json'];
    if (answer) answer.examples = { [operation.operationId]: named(operation, value) };
  }
}

/** A PDF is told by its first bytes. */
const PDF = '%PDF-1.7';

function named({ summary }: { summary: string }, value: Json): Json {
  return { summary, value };
}
