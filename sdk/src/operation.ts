import type { paths } from './api.js';
import type { ApiCall, CallOptions, Client } from './client.js';
import { List, type Page } from './list.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Defined<T> = Exclude<T, undefined>;

/** Every operation of the OpenAPI document as `METHOD /path`, relative to `/api/v1`. */
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
/** JSON, or a file: a string is CSV, a `Blob` has its own type. */
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
/** The argument before the options: a body, or a query if the operation has no body. */
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
/** An operation with a body takes its query among the options. */
type Options<R extends Route> = CallOptions &
  ([Has<Content<R>>, Has<Query<R>>] extends [true, true] ? { query?: Query<R> } : object);
type Args<R extends Route> = [...PathArgs<R>, ...Input<R>, options?: Options<R>];

type Success<T> = T extends { responses: infer All } ? All[keyof All & (200 | 201)] : never;
type Answer<R extends Route> = Field<Field<Success<Operation<R>>, 'content'>, 'application/json'>;

/** Fills the path parameters of a route and assigns the remaining arguments. */
function buildCall(route: string, takes: 'body' | 'query' | undefined, args: unknown[]): ApiCall {
  const [method, template] = route.split(' ') as [string, string];
  const rest = [...args];
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => toPathSegment(name, rest.shift()));
  const input = takes && rest.shift();
  const options = rest[0] as (CallOptions & { query?: object }) | undefined;
  return { method, path, query: options?.query, ...(takes && { [takes]: input ?? options?.query }), options };
}

/** @throws TypeError if the value is empty, `.` or `..`, which would change the path */
function toPathSegment(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} is required and must not be "${text}".`);
  return encodeURIComponent(text);
}

const parseJson = (response: Response): Promise<unknown> => response.json();

/** An operation that returns JSON. */
export type JsonOperation<R extends Route> = (client: Client) => (...args: Args<R>) => Promise<Answer<R>>;
/** An operation that returns a file as a `Response`: read it with `body` or `blob()`. */
export type FileOperation<R extends Route> = (client: Client) => (...args: Args<R>) => Promise<Response>;
/** An operation that returns a paged list. */
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

/** Defines an operation that requests CSV and returns its `Response`. */
export function defineCsvOperation<R extends Route>(route: R, ...[takes]: Takes<R>): FileOperation<R> {
  return (client) =>
    async (...args) => {
      const call = buildCall(route, takes, args);
      const headers = { ...call.options?.headers, Accept: 'text/csv' };
      return client.send({ ...call, options: { ...call.options, headers } }, (response) => response);
    };
}

/** @param cursor the record field whose value the next page starts after */
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
