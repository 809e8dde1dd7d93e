export type JsonObject = Record<string, unknown>;

export interface OperationObject extends JsonObject {
  operationId: string;
  summary: string;
  parameters: JsonObject[];
  responses: Record<string, ResponseObject>;
  requestBody?: { required?: boolean; content: Record<string, JsonObject> };
  'x-errors'?: string[];
  'x-list'?: string;
  /** Set for a list that is also available as CSV. */
  'x-csv'?: boolean;
  'x-statuses'?: number[];
}

export interface ResponseObject extends JsonObject {
  description: string;
  headers?: JsonObject;
  content?: Record<string, JsonObject>;
}

export interface Route {
  path: string;
  method: string;
  operation: OperationObject;
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export function ref(kind: string, name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}
