import type { JsonObject, Route } from './document-types.js';
import { readProjectFile } from '../../platform/http/contract/project-file.js';

export interface RecordedExample {
  path: string;
  request?: JsonObject | string;
  answers: Record<string, JsonObject>;
}

/** Recorded from a running service by `npm run generate examples`, by operation id. */
export const EXAMPLES = loadExamples();

function loadExamples(): Record<string, RecordedExample> {
  return JSON.parse(readProjectFile('openapi/examples.json') ?? '{}') as Record<string, RecordedExample>;
}

export function addExamples({ operation }: Route): void {
  for (const [type, value] of Object.entries(FIRST_BYTES)) {
    const file = operation.responses['200']?.content?.[type];
    if (file) file.examples = { [operation.operationId]: buildNamedExample(operation, value) };
    const upload = operation.requestBody?.content[type];
    if (upload) upload.examples = { [operation.operationId]: buildNamedExample(operation, value) };
  }
  const recorded = EXAMPLES[operation.operationId];
  if (!recorded) return;
  const content = operation.requestBody?.content ?? {};
  const request = content['application/json'] ?? content['text/csv'] ?? content['application/edi-x12'];
  if (request && recorded.request)
    request.examples = { [operation.operationId]: buildNamedExample(operation, recorded.request) };
  for (const [status, value] of Object.entries(recorded.answers)) {
    const answer = operation.responses[status]?.content?.['application/json'];
    if (answer) answer.examples = { [operation.operationId]: buildNamedExample(operation, value) };
  }
}

const FIRST_BYTES: Record<string, string> = {
  'application/pdf': '%PDF-1.7',
  'text/csv': 'object,id\r\n',
  'application/edi-x12': 'ISA*00*',
  'image/png': 'PNG',
  'image/jpeg': '\u00ff\u00d8\u00ff',
};

function buildNamedExample({ summary }: { summary: string }, value: unknown): JsonObject {
  return { summary, value };
}
