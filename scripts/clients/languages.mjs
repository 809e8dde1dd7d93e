/** Compiles or loads each generated client, and runs the journey of some. */
import { cpSync, globSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cacheFolder, need, pythonTool } from '../support/external-tools.mjs';

/** The journey needs a newer Java than the 8 that the generated client targets. */
const JAVA_17 = ['-Dmaven.compiler.source=17', '-Dmaven.compiler.target=17'];
const TSC = resolve('node_modules/.bin/tsc');
const TSC_FLAGS = ['--strict', '--skipLibCheck', '--target', 'ES2023', '--lib', 'ES2023,DOM,DOM.Iterable'];

/**
 * Build and journey of each client by its name on the page. Both take `{ folder, run, env }`, where `folder` is the one
 * in which the commands ran. `need` throws `NotInstalled` if a language is not installed.
 */
export const LANGUAGES = {
  java: {
    build({ folder, run }) {
      need('mvn', '-v');
      cpSync('test/clients/java/Journey.java', join(folder, 'java/src/main/java/Journey.java'));
      run(
        'mvn',
        ['-q', '-B', 'compile', 'dependency:copy-dependencies', '-DincludeScope=runtime', ...JAVA_17],
        'java',
      );
    },
    journey({ run }) {
      run('java', ['-cp', 'target/classes:target/dependency/*', 'Journey'], 'java');
    },
  },
  csharp: { build: () => need('dotnet', '--version') },
  kotlin: { build: () => need('kotlinc', '-version') },
  python: {
    build({ run }) {
      run(pythonOf(), ['-m', 'compileall', '-q', 'openapi_client'], 'python');
      run(pythonOf(), ['-c', 'import openapi_client'], 'python');
    },
    journey({ run }) {
      const path = ['.', resolve('receivers/python')].join(':');
      run(pythonOf(), [resolve('test/clients/python/journey.py')], 'python', { PYTHONPATH: path });
    },
  },
  go: {
    build({ folder, run }) {
      need('go', 'version');
      mkdirSync(join(folder, 'go/journey'));
      mkdirSync(join(folder, 'go/webhook'));
      cpSync('test/clients/go/main.go', join(folder, 'go/journey/main.go'));
      cpSync('receivers/go/verify_webhook.go', join(folder, 'go/webhook/verify_webhook.go'));
      run('go', ['build', '-o', 'bin/', './...'], 'go');
    },
    journey({ run }) {
      run('./bin/journey', [], 'go');
    },
  },
  php: {
    build({ folder, run }) {
      need('php', '-v');
      for (const file of globSync('lib/**/*.php', { cwd: join(folder, 'php') }))
        run('php', ['-l', file], 'php');
    },
  },
  ruby: {
    build({ folder, run }) {
      need('ruby', '-v');
      run('ruby', ['-wc', ...globSync('lib/**/*.rb', { cwd: join(folder, 'ruby') })], 'ruby');
    },
  },
  rust: {
    build({ run }) {
      need('cargo', '--version');
      run('cargo', ['check', '--quiet'], 'rust', { CARGO_TARGET_DIR: cacheFolder('rust-target') });
    },
  },
  'typescript-fetch': {
    build({ folder, run }) {
      linkModules(folder);
      cpSync('test/clients/typescript/journey.ts', join(folder, 'journey.ts'));
      cpSync('receivers/typescript/verify-webhook.ts', join(folder, 'verify-webhook.ts'));
      const flags = [
        '--module',
        'commonjs',
        '--moduleResolution',
        'bundler',
        '--types',
        'node',
        '--outDir',
        'dist',
      ];
      run(TSC, [...TSC_FLAGS, ...flags, 'journey.ts', 'typescript-fetch/index.ts']);
    },
    journey({ run }) {
      run('node', ['dist/journey.js']);
    },
  },
  'typescript-axios': {
    build({ folder, run }) {
      linkModules(folder);
      typecheck(run, 'typescript-axios/index.ts');
    },
  },
  'oapi-codegen': {
    build({ run }) {
      run('go', ['mod', 'tidy']);
      run('go', ['build', './oapi-codegen']);
    },
  },
  'openapi-python-client': {
    build({ folder, run }) {
      const [module] = globSync('*/client.py', { cwd: join(folder, 'openapi-python-client') });
      const name = module.split('/')[0];
      const load = `import pkgutil, importlib, ${name} as root
for module in pkgutil.walk_packages(root.__path__, root.__name__ + "."): importlib.import_module(module.name)`;
      const python = join(folder, '.venv/bin/python');
      run(python, ['-c', load], 'openapi-python-client');
    },
  },
  'openapi-typescript': { build: ({ run }) => typecheck(run, 'openapi-typescript/lading.ts') },
  'hey-api': { build: ({ run }) => typecheck(run, 'hey-api/index.ts') },
  orval: { build: ({ run }) => typecheck(run, 'orval/lading.ts') },
  'swagger-typescript-api': { build: ({ run }) => typecheck(run, 'swagger-typescript-api/lading.ts') },
  'openapi-zod-client': { build: ({ run }) => typecheck(run, 'openapi-zod-client/lading.ts') },
};

/** The requirements of a generated Python client. */
function pythonOf() {
  const packages = [
    'urllib3==2.5.0',
    'python-dateutil==2.9.0.post0',
    'pydantic==2.12.4',
    'typing-extensions==4.15.0',
  ];
  return join(pythonTool(packages), 'python');
}

/** Links types and axios of this checkout, because the folder outlives checkouts and may have links to another one. */
export function linkModules(folder) {
  const link = join(folder, 'node_modules');
  rmSync(link, { force: true });
  symlinkSync(resolve('node_modules'), link);
}

function typecheck(run, file) {
  run(TSC, [...TSC_FLAGS, '--noEmit', '--module', 'preserve', file]);
}
