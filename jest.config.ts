import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

const E2E = '\\.(e2e|fault)-spec\\.ts$';
const UNIT = '(?<!\\.(e2e|fault)-)spec\\.ts$';

/** Evaluates the application once per worker instead of once per file. `false` shows whether a failure comes from shared state. */
const SHARES_MODULES = process.env.TEST_SHARED_MODULES !== 'false';

/** Files that `npm run test:later` leaves out. A flag would replace the patterns of each project. */
const LEFT_OUT = process.env.TEST_LEFT_OUT?.split(',') ?? [];

/** The SDK without a build. */
const SDK_SOURCES = { '^@lading/sdk$': '<rootDir>/sdk/src/index.ts' };

const common = {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testRegex: '\\.(spec|e2e-spec)\\.ts$',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2023',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
} satisfies Config;

/** Each project ignores the other's files instead of naming its own, so that `--testRegex` narrows both. */
const config: Config = {
  projects: [
    {
      ...common,
      displayName: 'unit',
      testPathIgnorePatterns: ['/node_modules/', E2E, ...LEFT_OUT],
      moduleNameMapper: { ...SDK_SOURCES, ...common.moduleNameMapper },
    },
    {
      ...common,
      displayName: 'e2e',
      ...(SHARES_MODULES && {
        testEnvironment: '<rootDir>/test/support/jest/shared-environment.cjs',
        runtime: '<rootDir>/test/support/jest/shared-runtime.cjs',
      }),
      testPathIgnorePatterns: ['/node_modules/', UNIT, ...LEFT_OUT],
      // Run only when a file of this project is.
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
    {
      displayName: 'web',
      testEnvironment: 'jsdom',
      roots: ['<rootDir>/web/src'],
      testRegex: '\\.spec\\.tsx?$',
      setupFiles: ['<rootDir>/web/src/testing/setup.mjs'],
      extensionsToTreatAsEsm: ['.ts', '.tsx'],
      moduleNameMapper: {
        '\\.(css|svg)$': '<rootDir>/web/src/testing/style-stub.mjs',
        ...SDK_SOURCES,
        '^(\\.{1,2}/.*)\\.js$': '$1',
      },
      transform: {
        '^.+\\.tsx?$': [
          '@swc/jest',
          {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic' } },
              target: 'es2023',
            },
            module: { type: 'es6' },
          },
        ],
      },
    },
  ],
  reporters: ['default', '<rootDir>/test/support/coverage-reporter.mjs'],
  // Much of their time tests wait, for a process to start or a receiver to give up: on two cores three are quicker than two.
  maxWorkers: Math.max(3, availableParallelism()),
  // Modules of finished files stay in a worker's memory: after a hundred files it would be full.
  workerIdleMemoryLimit: '1500MB',
  testTimeout: 60_000,
};

export default config;
