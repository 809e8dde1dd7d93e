import { ConfigError, type Env } from './env.js';
import { readSetting, type SettingValue } from './settings.js';

/** The settings that the OpenTelemetry exporter does not read from OTEL_EXPORTER_OTLP_* itself. */
export interface TraceSettings {
  protocol: 'http/protobuf' | 'http/json';
  sampler: SettingValue<'OTEL_TRACES_SAMPLER'>;
  /** The fraction of traces that a ratio sampler keeps, 0 to 1. */
  ratio: number;
}

/** Returns undefined unless an OTLP endpoint is set, so that OpenTelemetry is not loaded. @throws ConfigError */
export function readTraceSettings(env: Env): TraceSettings | undefined {
  const endpoints = [
    readSetting(env, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
    readSetting(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'),
  ];
  const exporter = readSetting(env, 'OTEL_TRACES_EXPORTER');
  const commonProtocol = readSetting(env, 'OTEL_EXPORTER_OTLP_PROTOCOL');
  const protocol = readSetting(env, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? commonProtocol;
  const sampler = readSetting(env, 'OTEL_TRACES_SAMPLER');
  const ratio = readSetting(env, 'OTEL_TRACES_SAMPLER_ARG');
  const isDisabled = readSetting(env, 'OTEL_SDK_DISABLED') === 'true' || exporter === 'none';
  if (isDisabled || !endpoints.some(Boolean)) return undefined;
  if (protocol === 'grpc')
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_PROTOCOL: grpc is not supported for traces. Set http/protobuf or http/json (port 4318 of a collector).',
    );
  return { protocol, sampler, ratio };
}
