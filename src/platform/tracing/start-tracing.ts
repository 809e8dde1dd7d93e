import type { TraceSettings } from '../../config/tracing.js';

/** Starts tracing if it is configured and returns a function that stops it. */
export async function startTracing({
  traces,
  role,
}: {
  traces: TraceSettings | undefined;
  role: string;
}): Promise<() => Promise<void>> {
  if (!traces) return () => Promise.resolve();
  const { startOpenTelemetry } = await import('./open-telemetry.js');
  return startOpenTelemetry(traces, role);
}
