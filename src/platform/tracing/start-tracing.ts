import type { TraceSettings } from '../../config/tracing.js';

/** Keeps traces where that is wanted. OpenTelemetry is loaded then and only then. @returns what ends it */
export async function startTracing(of: {
  traces: TraceSettings | undefined;
  role: string;
}): Promise<() => Promise<void>> {
  if (!of.traces) return () => Promise.resolve();
  const { startOpenTelemetry: openTelemetry } = await import('./open-telemetry.js');
  return openTelemetry(of.traces, of.role);
}
