/** A piece of the document while it is being finished. */
export type Json = Record<string, unknown>;

/** An operation as the generator leaves it. */
export interface Operation extends Json {
  operationId: string;
  summary: string;
  parameters: Json[];
  responses: Record<string, Response>;
  requestBody?: { required?: boolean; content: Record<string, Json> };
  'x-errors'?: string[];
  'x-list'?: string;
  /** A list that is CSV for who asks. */
  'x-csv'?: boolean;
  'x-statuses'?: number[];
}

export interface Response extends Json {
  description: string;
  headers?: Json;
  content?: Record<string, Json>;
}

/** One operation with where it stands. */
export interface Route {
  path: string;
  method: string;
  operation: Operation;
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export function ref(kind: string, name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}
