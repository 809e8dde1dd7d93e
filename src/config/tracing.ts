import { ConfigError, readChoice, type Env } from './env.js';

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

/** The settings that the OpenTelemetry exporter does not read from OTEL_EXPORTER_OTLP_* itself. */
export interface TraceSettings {
  protocol: 'http/protobuf' | 'http/json';
  sampler: (typeof SAMPLERS)[number];
  /** The fraction of traces that a ratio sampler keeps, 0 to 1. */
  ratio: number;
}

/** Returns undefined unless an OTLP endpoint is set, so that OpenTelemetry is not loaded. @throws ConfigError */
export function readTraceSettings(env: Env): TraceSettings | undefined {
  const exporter = readChoice(env, 'OTEL_TRACES_EXPORTER', ['otlp', 'none']);
  const common = readChoice(env, 'OTEL_EXPORTER_OTLP_PROTOCOL', ['http/protobuf', 'http/json', 'grpc']);
  const forTraces = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || undefined;
  const settings = {
    protocol: forTraces
      ? readChoice(env, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', ['http/protobuf', 'http/json'])
      : common,
    sampler: readChoice(env, 'OTEL_TRACES_SAMPLER', SAMPLERS),
    ratio: readSamplerRatio(env),
  };
  const endpoints = [env.OTEL_EXPORTER_OTLP_ENDPOINT, env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT];
  if (env.OTEL_SDK_DISABLED === 'true' || exporter === 'none' || !endpoints.some(Boolean)) return undefined;
  const { protocol } = settings;
  if (protocol === 'grpc')
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_PROTOCOL: grpc is not supported for traces. Set http/protobuf or http/json (port 4318 of a collector).',
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
