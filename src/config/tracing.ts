import { ConfigError, readChoice, type Env } from './env.js';

/** Which traces are kept, by OpenTelemetry's own names. */
const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

/** Where traces go is the exporter's to read (`OTEL_EXPORTER_OTLP_*`); this is what it leaves to whoever starts it. */
export interface TraceSettings {
  protocol: 'http/protobuf' | 'http/json';
  sampler: (typeof SAMPLERS)[number];
  /** The part of the traces that a sampler by ratio keeps, 0 to 1. */
  ratio: number;
}

/** Undefined unless a receiver is named, so that nothing of OpenTelemetry is loaded. @throws ConfigError */
export function readTraceSettings(env: Env): TraceSettings | undefined {
  const exporter = readChoice(env, 'OTEL_TRACES_EXPORTER', ['otlp', 'none']);
  const all = readChoice(env, 'OTEL_EXPORTER_OTLP_PROTOCOL', ['http/protobuf', 'http/json', 'grpc']);
  const own = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || undefined;
  const settings = {
    protocol: own
      ? readChoice(env, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', ['http/protobuf', 'http/json'])
      : all,
    sampler: readChoice(env, 'OTEL_TRACES_SAMPLER', SAMPLERS),
    ratio: readSamplerRatio(env),
  };
  const named = [env.OTEL_EXPORTER_OTLP_ENDPOINT, env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT];
  if (env.OTEL_SDK_DISABLED === 'true' || exporter === 'none' || !named.some(Boolean)) return undefined;
  const { protocol } = settings;
  if (protocol === 'grpc')
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_PROTOCOL: traces are sent by http/protobuf or http/json (port 4318 of a collector), not by grpc',
    );
  return { ...settings, protocol };
}

function readSamplerRatio(env: Env): number {
  const text = env.OTEL_TRACES_SAMPLER_ARG || '1';
  const ratio = Number(text);
  if (Number.isNaN(ratio) || ratio < 0 || ratio > 1)
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG: "${text}" is not a number from 0 to 1`);
  return ratio;
}
