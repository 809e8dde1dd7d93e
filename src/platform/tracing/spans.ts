import type * as Api from '@opentelemetry/api';

/** Attributes of a span: never a secret, a body or a query. Undefined values are left out. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanOptions {
  kind?: 'server' | 'client';
  attributes?: SpanAttributes;
  /** The `traceparent` of the cause; null for a new trace. By default the active span. */
  parent?: string | null;
  /** The `traceparent` of an untrusted sender. */
  link?: string | undefined;
}

export interface Span {
  setAttributes(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** @param type a short error code, not a message, because messages may contain client data */
  fail(type: string): void;
  end(): void;
  /** Runs `work` with this span as the active one. */
  runWithin<T>(work: () => T): T;
}

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

let tracing: Tracing | undefined;

export function setTracing(value: Tracing | undefined): void {
  tracing = value;
}

export function isTracing(): boolean {
  return tracing !== undefined;
}

/** Starts a span that the caller must end. */
export function startSpan(name: string, options: SpanOptions = {}): Span {
  if (!tracing) return NO_SPAN;
  const { api, tracer } = tracing;
  const parent = resolveParentContext(api, options.parent);
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
    parent,
  );
  return {
    setAttributes: (attributes) => void span.setAttributes(attributes),
    rename: (newName) => void span.updateName(newName),
    fail: (type) => void span.setAttribute('error.type', type).setStatus({ code: api.SpanStatusCode.ERROR }),
    end: () => span.end(),
    runWithin: (work) => api.context.with(api.trace.setSpan(parent, span), work),
  };
}

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

/** Starts a span within the active one; undefined without an active span, so that polling creates no traces. */
export function startChildSpan(name: () => string, options: SpanOptions): Span | undefined {
  return tracing?.api.trace.getActiveSpan()?.isRecording() ? startSpan(name(), options) : undefined;
}

export function setTraceAttributes(attributes: SpanAttributes): void {
  tracing?.api.trace.getActiveSpan()?.setAttributes(attributes);
}

export function getTraceId(): string | undefined {
  return tracing?.api.trace.getActiveSpan()?.spanContext().traceId;
}

/** Returns the active span as a W3C `traceparent`, to continue the trace later. */
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
