import { Logger } from '@nestjs/common';
import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { tracesLost } from '../metrics.js';
import type { TraceSettings } from '../../config/tracing.js';
import { traceWith } from './traces.js';

/** What waits for a receiver that is away or slow; what comes beyond that is dropped. */
const MOST_WAITING = 4_096;
const GATHER_MS = 2_000;
const SEND_MS = 10_000;
/** A process that ends waits for its receiver this long. */
const FLUSH_MS = 2_000;

/** Only ever imported where traces are wanted. @returns what ends it */
export async function openTelemetry(settings: TraceSettings, role: string): Promise<() => Promise<void>> {
  const { OTLPTraceExporter } = await (settings.protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'));
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: resourceFromAttributes({ 'service.name': 'lading', 'lading.role': role }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new WatchedExporter(new OTLPTraceExporter()),
        maxQueueSize: MOST_WAITING,
        scheduledDelayMillis: GATHER_MS,
        exportTimeoutMillis: SEND_MS,
      }),
    ],
  });
  // Also for spans that a team's own modules make with OpenTelemetry's API: they belong to ours.
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  api.trace.setGlobalTracerProvider(provider);
  traceWith({ api, tracer: provider.getTracer('lading') });
  return async () => {
    traceWith(undefined);
    api.trace.disable();
    api.context.disable();
    const late = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_MS).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
}

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const [last] = sampler.split('_').slice(-1);
  const root =
    last === 'traceidratio'
      ? new TraceIdRatioBasedSampler(ratio)
      : last === 'on'
        ? new AlwaysOnSampler()
        : new AlwaysOffSampler();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** Says once an outage that traces are lost, and counts them. */
class WatchedExporter implements SpanExporter {
  private readonly logger = new Logger('Traces');
  private failing = false;

  constructor(private readonly exporter: SpanExporter) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) this.failing = false;
      else this.lost(spans.length, result.error);
      // The processor would log each of them.
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private lost(count: number, error: Error | undefined): void {
    tracesLost.inc(count);
    if (!this.failing)
      this.logger.warn(`Traces can't be sent and are dropped: ${error?.message ?? 'refused'}`);
    this.failing = true;
  }
}
