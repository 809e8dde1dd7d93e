const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');
const { ModuleMocker } = require('jest-mock');

/** Jest's own environment, created with the worker's first file: the realm of the application's modules. */
let worker;

/**
 * The Node environment with one global object for all files of a worker, for `shared-runtime.cjs`. Each file gets its
 * own mocks and fake timers. Globals and variables of `process.env` that a file sets are gone after it.
 */
class SharedEnvironment {
  constructor(config, context) {
    worker ??= new TestEnvironment(config, context);
    const { global } = worker;
    const { projectConfig } = config;
    this.global = global;
    this.moduleMocker = new ModuleMocker(global);
    this.fakeTimers = new LegacyFakeTimers({
      config: projectConfig,
      global,
      moduleMocker: this.moduleMocker,
      timerConfig: {
        idToRef: (id) => ({
          id,
          ref() {
            return this;
          },
          unref() {
            return this;
          },
        }),
        refToId: (timer) => timer?.id,
      },
    });
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global });
    // Jest wraps it for each file.
    this.exit = global.process.exit;
  }

  exportConditions() {
    return worker.exportConditions();
  }

  getVmContext() {
    return worker.context;
  }

  /** Remembers what `teardown` restores. The runtime calls it once the application's modules are loaded. */
  snapshot() {
    this.globals = new Set(Reflect.ownKeys(this.global));
    this.env = { ...this.global.process.env };
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    const { global, globals, env } = this;
    global.process.exit = this.exit;
    if (!globals) return;
    for (const key of Reflect.ownKeys(global)) if (!globals.has(key)) delete global[key];
    for (const key of Object.keys(global.process.env)) if (!(key in env)) delete global.process.env[key];
    Object.assign(global.process.env, env);
  }
}

module.exports = SharedEnvironment;
