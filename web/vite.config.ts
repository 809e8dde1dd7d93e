import { join } from 'node:path';
import { defineConfig } from 'vite';

const ROOT = join(import.meta.dirname, '..');

/** The development server, `npm run dev -w web`, proxies API calls to the service at `LADING_URL`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  // The sources of the SDK, so that the two builds can run in parallel.
  resolve: { alias: { '@lading/sdk': join(ROOT, 'sdk/src/index.ts') }, preserveSymlinks: true },
  build: {
    outDir: join(ROOT, 'dist/app'),
    emptyOutDir: true,
    target: 'es2022',
    // The Content-Security-Policy allows scripts and styles from files only, not from data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    cssTarget: 'esnext',
    rolldownOptions: {
      // Libraries mark modules with 'use client', which means nothing without server components.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    },
  },
  server: { proxy: { '/api': process.env.LADING_URL ?? 'http://localhost:3000' } },
});
