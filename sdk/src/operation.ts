import type { paths } from './api.js';
import type { ApiCall, CallOptions, Client } from './client.js';
import { List, type Page } from './list.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Defined<T> = Exclude<T, undefined>;

/** Every operation of the document as `METHOD /path`, below `/api/v1`. */
export type Route = {
  [P in keyof paths]: P extends `/api/v1${infer Rest}`
    ? {
        [M in Method]: paths[P][Lowercase<M>] extends { responses: unknown } ? `${M} ${Rest}` : never;
      }[Method]
    : never;
}[keyof paths];

type Operation<R extends Route> = R extends `${infer M extends Method} ${infer P}`
  ? `/api/v1${P}` extends infer Path extends keyof paths
    ? paths[Path][Lowercase<M>]
    : never
  : never;

type Field<T, Name extends string> = T extends { [N in Name]?: infer V } ? Defined<V> : never;
type Query<R extends Route> = Field<Field<Operation<R>, 'parameters'>, 'query'>;
type Content<R extends Route> = Field<Field<Operation<R>, 'requestBody'>, 'content'>;
/** JSON, or a file: text is CSV, a `Blob` says its type. */
type Body<R extends Route> = Content<R> extends { 'application/json': infer Json } ? Json : string | Blob;

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? [Name, ...Names<Rest>]
  : [];
type PathField<R extends Route, Name extends string> = Field<
  Field<Field<Operation<R>, 'parameters'>, 'path'>,
  Name
>;
type PathArgs<R extends Route> =
  Names<R> extends [infer A extends string, infer B extends string]
    ? [id: PathField<R, A>, innerId: PathField<R, B>]
    : Names<R> extends [infer A extends string]
      ? [id: PathField<R, A>]
      : [];

type Has<T> = [T] extends [never] ? false : true;
/** Whether a call takes a body or else a query before its options. */
type Takes<R extends Route> =
  Has<Content<R>> extends true ? ['body'] : Has<Query<R>> extends true ? ['query'] : [];
type Input<R extends Route> =
  Has<Content<R>> extends true
    ? Operation<R> extends { requestBody: unknown }
      ? [body: Body<R>]
      : [body?: Body<R>]
    : Has<Query<R>> extends true
      ? [query?: Query<R>]
      : [];
/** Beside a body a query stands among the options. */
type Options<R extends Route> = CallOptions &
  ([Has<Content<R>>, Has<Query<R>>] extends [true, true] ? { query?: Query<R> } : object);
type Args<R extends Route> = [...PathArgs<R>, ...Input<R>, options?: Options<R>];

type Success<T> = T extends { responses: infer All } ? All[keyof All & (200 | 201)] : never;
type Answer<R extends Route> = Field<Field<Success<Operation<R>>, 'content'>, 'application/json'>;

/** The path of a route with its arguments in place, and what follows them. */
function buildCall(route: string, takes: 'body' | 'query' | undefined, args: unknown[]): ApiCall {
  const [method, template] = route.split(' ') as [string, string];
  const rest = [...args];
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => toPathSegment(name, rest.shift()));
  const input = takes && rest.shift();
  const options = rest[0] as (CallOptions & { query?: object }) | undefined;
  return { method, path, query: options?.query, ...(takes && { [takes]: input ?? options?.query }), options };
}

/** What would name another path than the one that was meant is refused. */
function toPathSegment(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} must be given.`);
  return encodeURIComponent(text);
}

const parseJson = (response: Response): Promise<unknown> => response.json();

/** An operation that answers with JSON. */
export type JsonOperation<R extends Route> = (client: Client) => (...args: Args<R>) => Promise<Answer<R>>;
/** An operation that answers with a file: a `Response`, whose `body` is the stream and whose `blob()` is all of it. */
export type FileOperation<R extends Route> = (client: Client) => (...args: Args<R>) => Promise<Response>;
/** A list of pages. */
export type ListOperation<R extends Route> = (client: Client) => (...args: Args<R>) => List<Answer<R> & Page>;

export function defineOperation<R extends Route>(route: R, ...[takes]: Takes<R>): JsonOperation<R> {
  return (client) =>
    async (...args) =>
      client.send(buildCall(route, takes, args), parseJson) as Promise<Answer<R>>;
}

export function defineFileOperation<R extends Route>(route: R, ...[takes]: Takes<R>): FileOperation<R> {
  return (client) =>
    async (...args) =>
      client.send(buildCall(route, takes, args), (response) => response);
}

/** A list as a table: the `Response` of CSV. */
export function defineCsvOperation<R extends Route>(route: R, ...[takes]: Takes<R>): FileOperation<R> {
  return (client) =>
    async (...args) => {
      const call = buildCall(route, takes, args);
      const headers = { ...call.options?.headers, Accept: 'text/csv' };
      return client.send({ ...call, options: { ...call.options, headers } }, (response) => response);
    };
}

/** @param cursor the field of a record that its next page starts after */
export function defineListOperation<R extends Route>(route: R, cursor = 'id'): ListOperation<R> {
  return (client) =>
    (...args) => {
      const { query = {}, ...call } = buildCall(route, 'query', args);
      return new List(
        query,
        cursor,
        (page) => client.send({ ...call, query: page }, parseJson) as Promise<Answer<R> & Page>,
      );
    };
}
