import { MAX_LIMIT } from '../../platform/http/contract/list.js';
import { ref, type JsonObject, type OperationObject } from './document-types.js';

export function addListEnvelope(operation: OperationObject, schemas: Record<string, JsonObject>): void {
  const response = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))![1];
  const { schema: item } = response.content!['application/json'] as { schema: { $ref: string } };
  const extras = operation['x-list'] ? operation['x-list'].replace(/Dto$/, '') : '';
  const name = `${extras || item.$ref.split('/').pop()}List`;
  schemas[name] ??= buildListSchema(item, extras ? schemas[extras] : undefined);
  response.content = { 'application/json': { schema: ref('schemas', name) } };
  // Not a second content type: a typed client would then return a list or a string. The guide describes CSV.
  if (operation.responses[200] === response) operation['x-csv'] = true;
}

function buildListSchema(item: JsonObject, extras?: JsonObject): JsonObject {
  return {
    type: 'object',
    description: extras ? 'A list with additional fields.' : 'One page of a list, newest first.',
    required: ['object', 'url', 'data', 'has_more', ...((extras?.required as string[]) ?? [])],
    properties: {
      object: { type: 'string', enum: ['list'], description: 'Always `list`.' },
      url: { type: 'string', description: 'The path of the list.' },
      data: {
        type: 'array',
        items: item,
        ...(!extras && { maxItems: MAX_LIMIT }),
        description: 'The resources.',
      },
      has_more: {
        type: 'boolean',
        description: 'True if more records exist in the direction of the cursor.',
      },
      ...(extras?.properties as JsonObject),
    },
  };
}
