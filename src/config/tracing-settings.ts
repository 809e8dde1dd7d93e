import { optional, setting } from './env.js';
import { choice, plainText, ratio } from './value-kinds.js';

/** The group of `SETTING_GROUPS` for OpenTelemetry. */
export const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(plainText, 'URL of the OpenTelemetry collector.', 'no traces'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(plainText, 'URL of the trace collector, including the path.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(
    choice('http/protobuf', 'http/json', 'grpc'),
    'http/protobuf',
    'Protocol of the collector. `grpc` is not supported for traces.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: optional(
    choice('http/protobuf', 'http/json'),
    'Protocol for traces, if it differs from `OTEL_EXPORTER_OTLP_PROTOCOL`.',
  ),
  OTEL_TRACES_SAMPLER: setting(
    choice(
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
      'always_on',
      'always_off',
      'traceidratio',
    ),
    'parentbased_always_on',
    'Trace sampler.',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(ratio, '1', 'Fraction of traces that a ratio sampler keeps.'),
  OTEL_TRACES_EXPORTER: setting(choice('otlp', 'none'), 'otlp', '`none` disables traces.'),
  OTEL_SDK_DISABLED: optional(plainText, '`true` disables traces.'),
};
