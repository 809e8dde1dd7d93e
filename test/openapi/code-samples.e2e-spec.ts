import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
// @ts-expect-error -- the script has no types
import { listSdkMethods } from '../../scripts/openapi/sdk-methods.mjs';
import { buildSdk } from '../support/build-if-stale.js';

interface Sample {
  lang: string;
  source: string;
}

const { paths } = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, { operationId?: string; 'x-codeSamples'?: Sample[] }>>;
};
const OPERATIONS = Object.values(paths)
  .flatMap((item) => Object.values(item))
  .filter(({ operationId }) => operationId !== undefined);

function listSources(lang: string): [string, string][] {
  return OPERATIONS.map(({ operationId, 'x-codeSamples': samples = [] }) => [
    operationId!,
    samples.find((sample) => sample.lang === lang)?.source ?? '',
  ]);
}

describe('code samples', () => {
  it('names the SDK method of every operation in the committed table', () => {
    expect(JSON.parse(readFileSync('openapi/sdk-methods.json', 'utf8'))).toEqual(listSdkMethods());
    expect(Object.keys(listSdkMethods())).toHaveLength(OPERATIONS.length);
  });

  it('shows every operation as curl, TypeScript and Python', () => {
    for (const { operationId, 'x-codeSamples': samples = [] } of OPERATIONS)
      expect([operationId, samples.map(({ lang }) => lang)]).toEqual([
        operationId,
        ['Shell', 'TypeScript', 'Python'],
      ]);
  });

  it('compiles every TypeScript sample against the SDK', () => {
    buildSdk();
    const files = new Map(
      listSources('TypeScript').map(([id, source]) => [resolve(`test/openapi/sample-${id}.ts`), source]),
    );
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
      paths: { '@lading/sdk': [resolve('sdk/dist/index.d.ts')] },
    };
    const host = ts.createCompilerHost(options);
    const { readFile, fileExists } = host;
    host.readFile = (name) => files.get(name) ?? readFile(name);
    host.fileExists = (name) => files.has(name) || fileExists(name);
    host.getSourceFile = (name, target) => {
      const text = host.readFile(name);
      return text === undefined ? undefined : ts.createSourceFile(name, text, target);
    };
    const program = ts.createProgram([...files.keys()], options, host);
    const faults = ts
      .getPreEmitDiagnostics(program)
      .map(
        ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      );
    expect(faults).toEqual([]);
  }, 120_000);

  it('writes Python that parses', () => {
    const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path));
    if (python === undefined) {
      console.log('skipped: python3 is not installed');
      return;
    }
    const check = 'import ast, json, sys\nfor id, source in json.load(sys.stdin): ast.parse(source, id)';
    execFileSync(python, ['-c', check], { input: JSON.stringify(listSources('Python')) });
  });
});
