import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

/** Files whose exports are for somebody outside: what a team builds upon. */
const PUBLIC = new Set(['src/lading.ts', 'src/testing.ts', 'src/conformance.ts']);
/** Found by their file names: TypeORM's rows and migrations. */
const FOUND = /\.entity\.ts$|^src\/database\/migrations\//;

interface Names {
  exported: string[];
  /** `file#name`; `file#*` for a whole module. */
  used: string[];
}

function parseNames(file: string, text: string): Names {
  const names: Names = { exported: [], used: [] };
  const use = (specifier: string, name: string) => {
    if (specifier.startsWith('.'))
      names.used.push(`${posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts')}#${name}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      use((node.argument.literal as ts.StringLiteral).text, '*');
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument)) use(argument.text, '*');
    }
    ts.forEachChild(node, visit);
  };
  for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements) {
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) {
      const specifier = (statement.moduleSpecifier as ts.StringLiteral | undefined)?.text;
      const bindings = ts.isImportDeclaration(statement)
        ? statement.importClause?.namedBindings
        : statement.exportClause;
      if (!specifier) continue;
      if (bindings && !ts.isNamespaceImport(bindings) && !ts.isNamespaceExport(bindings))
        for (const { name, propertyName } of bindings.elements) use(specifier, (propertyName ?? name).text);
      else use(specifier, '*');
      continue;
    }
    visit(statement);
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) continue;
    if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations)
        if (ts.isIdentifier(name)) names.exported.push(name.text);
    const { name } = statement as ts.DeclarationStatement;
    if (name && ts.isIdentifier(name)) names.exported.push(name.text);
  }
  return names;
}

/** How often a file names it; its own declaration is one. */
function countOccurrences(text: string, name: string): number {
  return text.match(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'))?.length ?? 0;
}

/** Exports of `src` that no file uses, neither another nor their own. */
function findUnusedExports(files: Record<string, string>): string[] {
  const parsed = Object.entries(files).map(([file, text]) => ({ file, ...parseNames(file, text) }));
  const used = new Set(parsed.flatMap((one) => one.used));
  return parsed
    .filter(({ file }) => file.startsWith('src/') && !PUBLIC.has(file) && !FOUND.test(file))
    .filter(({ file }) => !used.has(`${file}#*`))
    .flatMap(({ file, exported }) =>
      exported
        .filter((name) => !used.has(`${file}#${name}`) && countOccurrences(files[file]!, name) === 1)
        .map((name) => `${file}#${name}`),
    );
}

describe('exports', () => {
  it('are all used somewhere', () => {
    const files = ['src', 'cli/src', 'test', 'bench', 'ormconfig.ts'].flatMap((root) =>
      root.endsWith('.ts')
        ? [root]
        : readdirSync(root, { recursive: true, encoding: 'utf8' })
            .filter((file) => file.endsWith('.ts'))
            .map((file) => `${root}/${file}`),
    );
    expect(
      findUnusedExports(Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]))),
    ).toEqual([]);
  });

  it('are found when nobody uses them', () => {
    expect(
      findUnusedExports({
        'src/a.ts': 'export const used = 1;\nexport const dead = 2;\nexport type Shape = { a: 1 };',
        'test/a.spec.ts': "import { used } from '../src/a.js';",
      }),
    ).toEqual(['src/a.ts#dead', 'src/a.ts#Shape']);
  });
});
