import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cruise, type ICruiseResult } from 'dependency-cruiser';

/** The layers of `src`, top first. A file imports only from its own layer and from the layers below. */
const LAYERS = ['app', 'features', 'platform', 'config', 'domain'];
/** Folders in import order, top first: a folder imports only from folders in later rows. */
const LEVELS = [
  ['main.ts', 'cli.ts'],
  ['extensions'],
  ['lading.ts', 'testing.ts', 'conformance.ts'],
  ['app/server.ts', 'app/cli'],
  ['app/listen.ts', 'app/first-start.ts', 'app/heap.ts'],
  ['app/demo'],
  ['app/app.module.ts', 'app/configure-app.ts'],
  ['app/render-server'],
  ['app/dashboard', 'app/guides', 'app/openapi', 'app/health', 'app/retention.service.ts'],
  ['features/sandbox', 'features/bulk-documents'],
  ['features/edi'],
  ['features/tracking-pages'],
  ['features/invoices', 'features/bills', 'features/reports', 'features/tracking', 'features/webhooks'],
  ['features/freight/freight.module.ts'],
  ['features/freight/tender-page', 'features/freight/carrier-documents'],
  ['features/freight/booking', 'features/freight-classes'],
  ['features/freight/documents'],
  ['features/freight/tenders'],
  ['features/freight/bol'],
  ['features/freight/record'],
  ['features/quotes'],
  ['features/tariffs'],
  ['features/carriers', 'features/addresses', 'features/products', 'features/request-log'],
  ['features/customers', 'features/members'],
  ['features/events'],
  ['platform/mail'],
  ['platform/pdf'],
  ['platform/idempotency'],
  ['platform/auth'],
  ['platform/rate-limits'],
  ['platform/http'],
  ['platform/tenancy'],
  ['platform/encryption'],
  ['platform/jobs'],
  ['platform/database'],
  ['platform/http-client'],
  ['platform/async', 'platform/tracing', 'platform/redis', 'platform/x12'],
  ['platform/metrics.ts'],
  ['config'],
  ['domain'],
];
/** Imports between folders of one row that are allowed. */
const BESIDE = new Set(['app/cli → app/server.ts']);
/** Modules of one installation are exempt from these rules. */
const EXTENSIONS_FOLDER = 'extensions';
/** Folders that also serve the command line and jobs, so they must not depend on HTTP. */
const PERSISTENCE = ['platform/tenancy', 'platform/encryption', 'platform/jobs', 'platform/database'];
/** Only the sandbox and the app know that webhooks exist. */
const MAY_KNOW_WEBHOOKS = new Set([
  'features/webhooks',
  'features/sandbox',
  'app/demo',
  'app/app.module.ts',
  'app/retention.service.ts',
  'app/openapi',
  'app/health',
  'app/cli',
]);

/** Files besides repositories that contain SQL, with the reason. */
const SQL_STORES = {
  'platform/jobs/notify-channel.ts': 'LISTEN and NOTIFY',
  'platform/mail/mail-outbox.ts': 'the outbox is its own store',
  'platform/rate-limits/shared-store.ts': 'the counter of the rate limit library',
};

const MAX_LINES = 400;
const MAX_DEPENDENCIES = 5;
/** Commands that implement one use case in one file. */
const COMMANDS = [
  'features/freight/booking/book-freight.command.ts',
  'features/freight/booking/cancel-freight.command.ts',
  'features/freight/booking/change-pickup.command.ts',
  'features/freight/booking/confirm-freight.command.ts',
  'features/freight/bol/bol-pdf.service.ts',
];
const MAX_DEPENDENCIES_OF_A_COMMAND = 8;

interface Import {
  from: string;
  to: string;
}

async function listImports(): Promise<{ all: Import[]; circular: string[] }> {
  const { output } = await cruise(['src'], {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    ruleSet: {
      forbidden: [
        {
          name: 'circular',
          severity: 'error',
          from: { pathNot: `^src/${EXTENSIONS_FOLDER}/` },
          to: { circular: true },
        },
      ],
    },
    validate: true,
  });
  const { modules, summary } = output as ICruiseResult;
  return {
    all: modules.flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved }) => resolved.startsWith('src/'))
        .map(({ resolved }) => ({ from: source, to: resolved })),
    ),
    circular: summary.violations.map(({ from, to }) => `${from} → ${to}`),
  };
}

/** Returns the folder (or top-level file) that LEVELS lists for a path below `src`. */
function getFolder(file: string): string {
  const [, ...path] = file.split('/');
  if (path[1] === 'freight') return path.slice(0, 3).join('/');
  return ['app', 'features', 'platform'].includes(path[0]!) ? path.slice(0, 2).join('/') : path[0]!;
}

function getLevel(file: string): number {
  return LEVELS.findIndex((folders) => folders.includes(getFolder(file)));
}

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith(`${EXTENSIONS_FOLDER}/`))
  .map((file) => ({ file, lines: readFileSync(`src/${file}`, 'utf8').split('\n').length - 1 }));

describe('architecture', () => {
  it('lists every folder in LEVELS', () => {
    expect(sources.map(({ file }) => `src/${file}`).filter((file) => getLevel(file) < 0)).toEqual([]);
  });

  it('lists every folder in docs/explanation/architecture.md, and none that is gone', () => {
    const [, tables] = readFileSync('docs/explanation/architecture.md', 'utf8').split('## Folders');
    const cells = tables!.split('\n## ')[0]!.match(/^\| `[^|]*/gm)!;
    const listed = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+?)\/?`/g)].map(([, name]) => name!));
    const rooms = new Set([EXTENSIONS_FOLDER, ...sources.map(({ file }) => getFolder(`src/${file}`))]);
    expect(listed.sort()).toEqual([...rooms].sort());
  });

  it('imports only downward, without cycles', async () => {
    const { all, circular } = await listImports();
    expect(all.length).toBeGreaterThan(100);
    const upward = all.filter(({ from, to }) => {
      if (getFolder(from) === EXTENSIONS_FOLDER || getFolder(from) === getFolder(to)) return false;
      if (BESIDE.has(`${getFolder(from)} → ${getFolder(to)}`)) return false;
      return getLevel(to) <= getLevel(from);
    });
    expect(upward.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
    const layer = (file: string) => LAYERS.indexOf(file.split('/')[1]!);
    const acrossLayers = all.filter(({ from, to }) => layer(from) >= 0 && layer(to) < layer(from));
    expect(acrossLayers.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
    expect(circular).toEqual([]);
    const knowing = all.filter(
      ({ from, to }) => getFolder(to) === 'features/webhooks' && !MAY_KNOW_WEBHOOKS.has(getFolder(from)),
    );
    expect(knowing).toEqual([]);
  });

  it.each(['cli', 'web'])('lets %s know the service by its SDK alone', (client) => {
    const root = `${client}/src`;
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/.test(file),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const text = readFileSync(`${root}/${file}`, 'utf8');
      expect({ file, lines: Math.max(text.split('\n').length - 1, MAX_LINES) }).toEqual({
        file,
        lines: MAX_LINES,
      });
      const outside = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
        .map(([, to]) => posix.join(posix.dirname(`${root}/${file}`), to!))
        .filter((to) => !to.startsWith(`${root}/`) && to !== `${client}/package.json`);
      expect({ file, outside }).toEqual({ file, outside: [] });
    }
  });

  it('uses a repository only inside its own folder', async () => {
    const { all } = await listImports();
    const repositories = all.filter(({ to }) => to.endsWith('.repository.ts'));
    expect(repositories.length).toBeGreaterThan(40);
    const foreign = repositories.filter(
      ({ from, to }) =>
        getFolder(from) !== getFolder(to) && to !== 'src/platform/tenancy/owned.repository.ts',
    );
    expect(foreign.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
    for (const { file } of sources.filter(({ file }) => file.endsWith('.module.ts'))) {
      const [, exported = ''] = /exports: \[([^\]]*)\]/.exec(readFileSync(`src/${file}`, 'utf8')) ?? [];
      expect({ file, exported }).toEqual({ file, exported: expect.not.stringContaining('Repository') });
    }
  });

  it('has exactly one repository that writes each state table', () => {
    const texts = sources.map(({ file }) => ({ file, text: readFileSync(`src/${file}`, 'utf8') }));
    const tables = texts.flatMap(({ text }) => [...text.matchAll(/const (\w+) = new StateTable</g)]);
    expect(tables.length).toBeGreaterThanOrEqual(5);
    for (const [, table] of tables) {
      const writes = new RegExp(`\\b${table}\\.requireNext\\(`);
      const writers = texts.filter(({ text }) => writes.test(text)).map(({ file }) => file);
      expect({ table, writers }).toEqual({ table, writers: [expect.stringMatching(/\.repository\.ts$/)] });
    }
  });

  it('keeps SQL in repositories, in the database layer and in the stores named here', () => {
    const sql =
      /[`'"]\s*(WITH \w+ AS|SELECT\s|INSERT INTO|UPDATE \w+ |DELETE FROM)|manager\.query|runQuery\(/;
    const withSql = sources
      .filter(
        ({ file }) => /^(features|platform)\//.test(file) && !/\.(repository|entity|spec)\.ts$/.test(file),
      )
      .filter(({ file }) => !/^platform\/(database|tenancy)\//.test(file))
      .filter(({ file }) => sql.test(readFileSync(`src/${file}`, 'utf8')));
    expect(withSql.map(({ file }) => file).sort()).toEqual(Object.keys(SQL_STORES).sort());
  });

  it('keeps the persistence folders free of HTTP', () => {
    const persists = sources.filter(({ file }) => PERSISTENCE.includes(getFolder(`src/${file}`)));
    expect(persists.length).toBeGreaterThan(20);
    for (const { file } of persists)
      expect({ file, text: readFileSync(`src/${file}`, 'utf8') }).toEqual({
        file,
        text: expect.not.stringMatching(/from '(express|node:http)'|ExecutionContext/),
      });
  });

  it('has no forwardRef, and no barrels besides the package exports', () => {
    const gathering = sources.filter(({ file }) =>
      /^export (type )?(\*|\{[^}]*\}) from /m.test(readFileSync(`src/${file}`, 'utf8')),
    );
    expect(gathering.map(({ file }) => file)).toEqual(['conformance.ts', 'lading.ts']);
    for (const { file } of sources) expect(readFileSync(`src/${file}`, 'utf8')).not.toContain('forwardRef');
  });

  it('references no document that is not in the repository', () => {
    const papers = /\b(of )?the spec\b|spec section|interface specification|\b(field|decisions|spec)\.md/;
    const pointing = sources.filter(({ file }) => papers.test(readFileSync(`src/${file}`, 'utf8')));
    expect(pointing.map(({ file }) => file)).toEqual([]);
  });

  it('keeps files short, but not tiny', () => {
    const own = sources.filter(({ file }) => !file.includes('migrations/'));
    expect(own.filter(({ lines }) => lines > MAX_LINES)).toEqual([]);
    const sorted = own.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length * 0.5)]).toBeLessThanOrEqual(80);
    expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThanOrEqual(200);
    const code = own.filter(({ file }) => !file.endsWith('.spec.ts'));
    const tiny = code.filter(({ lines }) => lines <= 20).length;
    expect(tiny / code.length).toBeLessThanOrEqual(0.1);
  });

  it('injects at most five dependencies into a class, eight into a command', () => {
    for (const { file } of sources) {
      const most = COMMANDS.includes(file) ? MAX_DEPENDENCIES_OF_A_COMMAND : MAX_DEPENDENCIES;
      const text = readFileSync(`src/${file}`, 'utf8');
      for (const [, parameters] of text.matchAll(/constructor\(([^)]*)\)/g)) {
        const count = parameters!.split(',').filter((parameter) => parameter.trim()).length;
        expect({ file, count: Math.min(count, most) }).toEqual({ file, count });
      }
    }
    for (const file of COMMANDS) expect(sources).toContainEqual(expect.objectContaining({ file }));
  });

  it('reads the wall clock only in the files listed here', () => {
    const DATED = {
      'features/carriers/parse-rates.ts': 'the carrier states the expiry as a date',
      'app/cli/doctor.ts': 'measures the clock skew',
      'platform/database/embedded-postgres.ts': 'compares with the modification time of a file',
      'platform/rate-limits/shared-store.ts': 'the library subtracts it again',
      'features/members/oidc-sign-in.ts': 'the cookie contains its expiry',
      'app/health/deployment.service.ts': 'measures the clock skew',
      'platform/http-client/circuit-breaker.ts': 'shows when the circuit closes',
      'platform/http-client/http-client.ts': 'Retry-After may be a date',
    };
    const readers = sources.filter(
      ({ file }) => !file.endsWith('.spec.ts') && readFileSync(`src/${file}`, 'utf8').includes('Date.now('),
    );
    expect(readers.map(({ file }) => file).sort()).toEqual(Object.keys(DATED).sort());
  });

  it('reads the environment in one place', () => {
    const readers = sources.filter(({ file }) => readFileSync(`src/${file}`, 'utf8').includes('process.env'));
    const allowed = ['config/config.ts', 'app/openapi/code-samples.ts' /* text of a code sample */];
    expect(readers.map(({ file }) => file).filter((file) => !allowed.includes(file))).toEqual([]);
  });
});
