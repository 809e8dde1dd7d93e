import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { defineConfig, type DefaultTheme, type MarkdownOptions } from 'vitepress';

const DOCS = resolve(import.meta.dirname, '..');
const ROOT = resolve(DOCS, '..');
const SOURCE_URL = 'https://github.com/lading/lading/blob/main/';

/** Pages in reading order. The other pages of a folder follow, sorted by title. */
const READING_ORDER = [
  'quote-to-invoice',
  'platforms',
  'docker',
  'kubernetes',
  'operating',
  'upgrading',
  'carriers',
  'edi',
  'tariffs',
  'dashboard',
  'scans',
  'consignees',
  'api-basics',
  'testing',
  'webhooks',
  'architecture',
  'request',
  'quoting',
  'booking',
  'billing',
  'delivery',
  'idempotency',
  'reliability',
  'scale',
  'settings',
];

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

function readTitle(page: string): string {
  return /^# (.+)$/m.exec(readFileSync(join(DOCS, page), 'utf8'))?.[1]?.replaceAll('`', '') ?? page;
}

function rankPage(page: string): number {
  const position = READING_ORDER.indexOf(basename(page, '.md'));
  return position === -1 ? READING_ORDER.length : position;
}

/** Lists the pages of a folder by their titles, so that a new page appears without an entry here. */
function listPages(folder: string): DefaultTheme.SidebarItem[] {
  return readdirSync(join(DOCS, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
    .map((page) => ({ page, text: readTitle(page) }))
    .sort((a, b) => rankPage(a.page) - rankPage(b.page) || a.text.localeCompare(b.text))
    .map(({ page, text }) => ({ text, link: `/${toRoute(page)}` }));
}

function toRoute(page: string): string {
  return page.replace(/\.md$/, '').replace(/README$/, '');
}

/** Points links that leave docs/ to the repository: those files are not part of the site. */
function linkToRepository(md: MarkdownIt): void {
  const render = md.renderer.rules.link_open!;
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const href = tokens[index]!.attrGet('href') ?? '';
    if (!/^([a-z]+:|[/#])/.test(href)) {
      const target = resolve(env.realPath ?? env.path, '..', href);
      const path = relative(ROOT, target);
      if (relative(DOCS, target).startsWith('..')) tokens[index]!.attrSet('href', SOURCE_URL + path);
    }
    return render(tokens, index, options, env, self);
  };
}

export default defineConfig({
  lang: 'en-US',
  title: 'Lading',
  description: 'Self-hosted, open-source LTL freight API and dashboard',
  cleanUrls: true,
  // A page has 60 links. Loading them all in advance would exceed the rate limit of public pages.
  router: { prefetchLinks: false },
  // The values that every page needs, in a file. Inline they would need a hash in the content security policy per build.
  metaChunk: true,
  cacheDir: '../dist/.vitepress',
  outDir: '../dist/docs',
  rewrites: { 'adr/README.md': 'adr/index.md' },
  markdown: { config: linkToRepository },
  themeConfig: {
    search: { provider: 'local' },
    outline: 'deep',
    socialLinks: [{ icon: 'github', link: 'https://github.com/lading/lading' }],
    nav: [
      { text: 'Tutorials', link: '/tutorials/quote-to-invoice', activeMatch: '^/(tutorials|contributing)/' },
      { text: 'How-to guides', link: '/how-to/operating', activeMatch: '^/(how-to|runbooks|clients)' },
      { text: 'Explanation', link: '/explanation/architecture', activeMatch: '^/(explanation|adr)/' },
      { text: 'Reference', link: '/reference/settings', activeMatch: '^/reference/' },
    ],
    sidebar: [
      { text: 'Tutorials', items: [...listPages('tutorials'), ...listPages('contributing')] },
      {
        text: 'How-to guides',
        items: [
          ...listPages('how-to'),
          { text: readTitle('clients.md'), link: '/clients' },
          { text: 'Runbooks', collapsed: true, items: listPages('runbooks') },
        ],
      },
      {
        text: 'Explanation',
        items: [...listPages('explanation'), { text: 'Decisions', collapsed: true, items: listPages('adr') }],
      },
      { text: 'Reference', items: listPages('reference') },
    ],
  },
});
