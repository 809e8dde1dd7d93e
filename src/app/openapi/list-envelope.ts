import { MAX_LIMIT } from '../../platform/http/contract/list.js';
import { ref, type JsonObject, type OperationObject } from './document-types.js';

/** Puts the list envelope of the interface around an operation's resource. */
export function addListEnvelope(operation: OperationObject, schemas: Record<string, JsonObject>): void {
  const answer = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))![1];
  const { schema: item } = answer.content!['application/json'] as { schema: { $ref: string } };
  const extras = operation['x-list'] ? operation['x-list'].replace(/Dto$/, '') : '';
  const name = `${extras || item.$ref.split('/').pop()}List`;
  schemas[name] ??= buildListSchema(item, extras ? schemas[extras] : undefined);
  answer.content = { 'application/json': { schema: ref('schemas', name) } };
  // As a second content type it would make every typed client's answer a list or a text: the guide tells of it.
  if (operation.responses[200] === answer) operation['x-csv'] = true;
}

function buildListSchema(item: JsonObject, extras?: JsonObject): JsonObject {
  return {
    type: 'object',
    description: extras ? 'A list that is not paged.' : 'One page of a list, newest first.',
    required: ['object', 'url', 'data', 'has_more', ...((extras?.required as string[]) ?? [])],
    properties: {
      object: { type: 'string', enum: ['list'], description: 'Always `list`.' },
      url: { type: 'string', description: "The list's own path." },
      data: {
        type: 'array',
        items: item,
        ...(!extras && { maxItems: MAX_LIMIT }),
        description: 'The resources.',
      },
      has_more: {
        type: 'boolean',
        description: 'True when further records exist in the direction of the cursor.',
      },
      ...(extras?.properties as JsonObject),
    },
  };
}
