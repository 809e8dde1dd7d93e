import type * as Api from '@opentelemetry/api';

/** Values that stand on a span: never a secret, a body or a query. Those that are undefined stay away. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanOptions {
  kind?: 'server' | 'client';
  attributes?: SpanAttributes;
  /** The `traceparent` of what brought this about; without one it belongs to what is under way. */
  parent?: string | null;
  /** The `traceparent` of somebody whose word isn't taken for it: named, and nothing else. */
  link?: string | undefined;
}

/** A piece of work on a trace. */
export interface Span {
  setAttributes(facts: SpanAttributes): void;
  rename(name: string): void;
  /** @param type a word for what went wrong; messages may hold what clients or carriers sent */
  fail(type: string): void;
  end(): void;
  /** Runs `work`; what it begins belongs to this. */
  runWithin<T>(work: () => T): T;
}

/** What OpenTelemetry makes spans with. */
export interface Tracing {
  api: typeof Api;
  tracer: Api.Tracer;
}

const NO_SPAN: Span = {
  setAttributes: () => undefined,
  rename: () => undefined,
  fail: () => undefined,
  end: () => undefined,
  runWithin: (work) => work(),
};

/** Set while traces are wanted. Whoever makes spans needs to know nothing of OpenTelemetry, which isn't loaded otherwise. */
let tracing: Tracing | undefined;

export function setTracing(wanted: Tracing | undefined): void {
  tracing = wanted;
}

export function isTracing(): boolean {
  return tracing !== undefined;
}

/** Whoever begins a span ends it. */
export function startSpan(name: string, options: SpanOptions = {}): Span {
  if (!tracing) return NO_SPAN;
  const { api, tracer } = tracing;
  const above = resolveParentContext(api, options.parent);
  const link = options.link === undefined ? undefined : parseTraceparent(api, options.link);
  const span = tracer.startSpan(
    name,
    {
      kind: { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, none: api.SpanKind.INTERNAL }[
        options.kind ?? 'none'
      ],
      attributes: options.attributes ?? {},
      links: link ? [{ context: link }] : [],
    },
    above,
  );
  return {
    setAttributes: (facts) => void span.setAttributes(facts),
    rename: (changed) => void span.updateName(changed),
    fail: (type) => void span.setAttribute('error.type', type).setStatus({ code: api.SpanStatusCode.ERROR }),
    end: () => span.end(),
    runWithin: (work) => api.context.with(api.trace.setSpan(above, span), work),
  };
}

/** Does a piece of work as a span, which fails as the work does. */
export async function withSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  if (!tracing) return work(NO_SPAN);
  const span = startSpan(name, options);
  try {
    return await span.runWithin(() => work(span));
  } catch (error) {
    span.fail(getErrorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Begins a span within one that is under way; undefined where none is: what looks for work all day leaves no trace of it. */
export function startChildSpan(name: () => string, options: SpanOptions): Span | undefined {
  return tracing?.api.trace.getActiveSpan()?.isRecording() ? startSpan(name(), options) : undefined;
}

/** More of what is under way. */
export function setTraceAttributes(facts: SpanAttributes): void {
  tracing?.api.trace.getActiveSpan()?.setAttributes(facts);
}

/** The id of the trace that is under way, for the log. */
export function getTraceId(): string | undefined {
  return tracing?.api.trace.getActiveSpan()?.spanContext().traceId;
}

/** What is under way, as W3C's `traceparent` says it: kept with what goes on later. */
export function getTraceparent(): string | null {
  const context = tracing?.api.trace.getActiveSpan()?.spanContext();
  if (!context) return null;
  return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`;
}

export function getErrorType(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : error.constructor.name;
}

function resolveParentContext(api: typeof Api, parent: string | null | undefined): Api.Context {
  if (parent === undefined) return api.context.active();
  const remote = parent === null ? undefined : parseTraceparent(api, parent);
  return remote ? api.trace.setSpanContext(api.ROOT_CONTEXT, remote) : api.ROOT_CONTEXT;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function parseTraceparent(api: typeof Api, text: string): Api.SpanContext | undefined {
  const [, trace, span, flags] = TRACEPARENT.exec(text) ?? [];
  if (!trace || !span || !flags) return undefined;
  const context = { traceId: trace, spanId: span, traceFlags: parseInt(flags, 16) & 1, isRemote: true };
  return api.isSpanContextValid(context) ? context : undefined;
}
