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

/** Spans that wait for export; further ones are dropped. */
const MAX_QUEUE_SIZE = 4_096;
const EXPORT_INTERVAL_MS = 2_000;
const EXPORT_TIMEOUT_MS = 10_000;
const FLUSH_TIMEOUT_MS = 2_000;

/** Starts OpenTelemetry and returns a function that stops it. Imported dynamically, only if tracing is configured. */
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
  // Registered globally, so that spans of extensions join our traces.
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  api.trace.setGlobalTracerProvider(provider);
  setTracing({ api, tracer: provider.getTracer('lading') });
  return async () => {
    setTracing(undefined);
    api.trace.disable();
    api.context.disable();
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_TIMEOUT_MS).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
  };
}

function createSampler({ sampler, ratio }: TraceSettings): Sampler {
  const [kind] = sampler.split('_').slice(-1);
  const root =
    kind === 'traceidratio'
      ? new TraceIdRatioBasedSampler(ratio)
      : kind === 'on'
        ? new AlwaysOnSampler()
        : new AlwaysOffSampler();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** Counts lost spans and logs one warning per outage. */
class LossCountingExporter implements SpanExporter {
  private readonly logger = new Logger('Traces');
  private failing = false;

  constructor(private readonly exporter: SpanExporter) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) this.failing = false;
      else this.recordLoss(spans.length, result.error);
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private recordLoss(count: number, error: Error | undefined): void {
    spansLost.inc(count);
    if (!this.failing)
      this.logger.warn(`Trace export failed, spans are dropped: ${error?.message ?? 'rejected'}`);
    this.failing = true;
  }
}
