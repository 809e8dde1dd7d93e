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
import { spansLost } from '../metrics.js';
import type { TraceSettings } from '../../config/tracing.js';
import { setTracing } from './spans.js';

/** What waits for a receiver that is away or slow; what comes beyond that is dropped. */
const MAX_QUEUE_SIZE = 4_096;
const EXPORT_INTERVAL_MS = 2_000;
const EXPORT_TIMEOUT_MS = 10_000;
/** A process that ends waits for its receiver this long. */
const FLUSH_TIMEOUT_MS = 2_000;

/** Only ever imported where traces are wanted. @returns what ends it */
export async function startOpenTelemetry(
  settings: TraceSettings,
  role: string,
): Promise<() => Promise<void>> {
  const { OTLPTraceExporter } = await (settings.protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'));
  const provider = new TracerProvider({
    sampler: createSampler(settings),
    resource: resourceFromAttributes({ 'service.name': 'lading', 'lading.role': role }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new LossCountingExporter(new OTLPTraceExporter()),
        maxQueueSize: MAX_QUEUE_SIZE,
        scheduledDelayMillis: EXPORT_INTERVAL_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  // Also for spans that a team's own modules make with OpenTelemetry's API: they belong to ours.
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  api.trace.setGlobalTracerProvider(provider);
  setTracing({ api, tracer: provider.getTracer('lading') });
  return async () => {
    setTracing(undefined);
    api.trace.disable();
    api.context.disable();
    const late = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_TIMEOUT_MS).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
}

function createSampler({ sampler, ratio }: TraceSettings): Sampler {
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
class LossCountingExporter implements SpanExporter {
  private readonly logger = new Logger('Traces');
  private failing = false;

  constructor(private readonly exporter: SpanExporter) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) this.failing = false;
      else this.recordLoss(spans.length, result.error);
      // The processor would log each of them.
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private recordLoss(count: number, error: Error | undefined): void {
    spansLost.inc(count);
    if (!this.failing)
      this.logger.warn(`Traces can't be sent and are dropped: ${error?.message ?? 'refused'}`);
    this.failing = true;
  }
}
