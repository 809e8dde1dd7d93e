import type { JsonObject, Route } from './document-types.js';
import { readProjectFile } from '../../platform/http/contract/project-file.js';

/** What was recorded of one operation on a running service. */
export interface RecordedExample {
  /** The path that was called, with its values. */
  path: string;
  /** Fields, or the text of a file. */
  request?: JsonObject | string;
  /** By status. */
  answers: Record<string, JsonObject>;
}

/** `openapi/examples.json`: real requests and answers, by operation id, made by `npm run generate examples`. */
export const EXAMPLES = loadExamples();

function loadExamples(): Record<string, RecordedExample> {
  return JSON.parse(readProjectFile('openapi/examples.json') ?? '{}') as Record<string, RecordedExample>;
}

/** Puts the recorded request and answers of an operation into its bodies. */
export function addExamples({ operation }: Route): void {
  for (const [type, value] of Object.entries(FIRST_BYTES)) {
    const file = operation.responses['200']?.content?.[type];
    if (file) file.examples = { [operation.operationId]: buildNamedExample(operation, value) };
  }
  const recorded = EXAMPLES[operation.operationId];
  if (!recorded) return;
  const { 'application/json': fields, 'text/csv': file } = operation.requestBody?.content ?? {};
  const request = fields ?? file;
  if (request && recorded.request)
    request.examples = { [operation.operationId]: buildNamedExample(operation, recorded.request) };
  for (const [status, value] of Object.entries(recorded.answers)) {
    const answer = operation.responses[status]?.content?.['application/json'];
    if (answer) answer.examples = { [operation.operationId]: buildNamedExample(operation, value) };
  }
}

/** A file is told by its first bytes. */
const FIRST_BYTES: Record<string, string> = {
  'application/pdf': '%PDF-1.7',
  'text/csv': 'object,id\r\n',
  'image/png': 'PNG',
  'image/jpeg': '\u00ff\u00d8\u00ff',
};

function buildNamedExample({ summary }: { summary: string }, value: unknown): JsonObject {
  return { summary, value };
}
