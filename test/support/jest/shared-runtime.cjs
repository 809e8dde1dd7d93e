const { join } = require('node:path');
const { default: Runtime } = require('jest-runtime');

/** Imports the application, supertest and the check of responses, but nothing that uses Jest. */
const ENTRY = join(__dirname, '../app.ts');

/** Loads the modules that the files of a worker share. Never torn down, because its modules import others later. */
let loader;

/**
 * Evaluates the application's modules once per worker. Jest evaluates them for each test file, which took 1.2 s of a
 * processor per file (a quarter of the suite) and left no code compiled. Spec files and the support files that they
 * import by themselves are still evaluated for each file.
 *
 * A file whose first lines are a comment with `@jest-environment node` shares nothing.
 */
class SharedRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    const [config, environment, resolver, transformer, , coverageOptions, , globalConfig] = args;
    if (typeof environment.snapshot !== 'function') return;
    this.adoptSharedModules = async () => {
      if (!loader) {
        const cacheFS = new Map();
        loader = new Runtime(
          config,
          environment,
          resolver,
          transformer,
          cacheFS,
          coverageOptions,
          ENTRY,
          globalConfig,
        );
        await loader.unstable_importModule(ENTRY);
      }
      environment.snapshot();
      for (const name of ['esModuleRegistry', 'moduleRegistry'])
        for (const [key, module] of loader.registries[name]) this.registries[name].set(key, module);
    };
  }

  /** Jest calls it first with the test file. */
  async unstable_importModule(from, moduleName) {
    const adopt = this.adoptSharedModules;
    this.adoptSharedModules = undefined;
    await adopt?.();
    return super.unstable_importModule(from, moduleName);
  }
}

module.exports = SharedRuntime;
