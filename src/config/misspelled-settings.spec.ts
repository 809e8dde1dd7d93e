import { describe, expect, it } from '@jest/globals';
import { findMisspelledSettings } from './misspelled-settings.js';
import { SETTING_GROUPS } from './settings.js';

describe('findMisspelledSettings', () => {
  it.each([
    ['PICKUP_CUTOF', 'PICKUP_CUTOFF'],
    ['BILL_TOLERENCE_CENTS', 'BILL_TOLERANCE_CENTS'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['ENCRYPTON_KEY', 'ENCRYPTION_KEY'],
    ['REDIS_URI', 'REDIS_URL'],
    ['PUBLIC_RUL', 'PUBLIC_URL'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['QUOTE_VALDITIY', 'QUOTE_VALIDITY'],
    ['PROT', 'PORT'],
    ['GUIDE', 'GUIDES'],
  ])('suggests a setting for %s', (name, setting) => {
    expect(findMisspelledSettings({ [name]: '1' })).toEqual([
      `${name} is not a setting. Did you mean ${setting}?`,
    ]);
  });

  it('returns no warning for a declared setting, even if it is similar to another', () => {
    const names = Object.values(SETTING_GROUPS).flatMap((settings) => Object.keys(settings));
    expect(findMisspelledSettings(Object.fromEntries(names.map((name) => [name, '1'])))).toEqual([]);
  });

  it('returns no warning for variables of shells, Node.js, npm, containers and other programs', () => {
    const names =
      'PATH HOME HOST HOSTNAME HOSTS PORTS USER SHELL PWD OLDPWD TERM LANG LC_ALL TZ EDITOR PAGER TMPDIR LOGNAME MAIL ' +
      'SHLVL SSH_AUTH_SOCK DISPLAY XDG_DATA_DIRS XDG_DATA_HOME CI DEBUG NODE_OPTIONS NODE_EN NODE_PATH NODE_VERSION ' +
      'NODE_EXTRA_CA_CERTS npm_config_cache npm_package_name npm_lifecycle_event npm_node_execpath INIT_CWD ' +
      'KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT_HTTPS POSTGRES_PASSWORD POSTGRES_USER ' +
      'POSTGRES_DB PGHOST PGPORT PGDATA PGUSER PGPASSWORD HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE ' +
      'UV_THREADPOOL_SIZE OTEL_SERVICE_NAME OTEL_RESOURCE_ATTRIBUTES OTEL_LOGS_EXPORTER OTEL_METRICS_EXPORTER ' +
      'OTEL_PROPAGATORS OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TIMEOUT OTEL_EXPORTER_OTLP_CERTIFICATE ' +
      'OTEL_EXPORTER_OTLP_TRACES_HEADERS OTEL_EXPORTER_OTLP_METRICS_PROTOCOL OTEL_EXPORTER_OTLP_LOGS_ENDPOINT ' +
      'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT DYNO SOURCE_DIR APP_URL BASE_URL API_URL LOADING_URL AWS_REGION';
    const env = Object.fromEntries(names.split(' ').map((name) => [name, '1']));
    expect(findMisspelledSettings(env)).toEqual([]);
  });

  it('returns no warning for the service links of Kubernetes and Docker', () => {
    const env = {
      METRIC_PORT: 'tcp://10.0.0.1:80',
      METRIC_PORT_80_TCP: 'tcp://10.0.0.1:80',
      METRIC_PORT_80_TCP_ADDR: '10.0.0.1',
      METRIC_SERVICE_HOST: '10.0.0.1',
      METRIC_SERVICE_PORT: '80',
      REDIS_PORT: 'tcp://10.0.0.2:6379',
    };
    expect(findMisspelledSettings(env)).toEqual([]);
  });
});
