import { join } from 'node:path';
import { defineConfig } from 'vite';

const ROOT = join(import.meta.dirname, '..');

/** `vite` alone serves for the work on the page and asks the service on `LADING_URL` for data. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  // The client's sources, so that neither build waits for the other.
  resolve: { alias: { '@lading/sdk': join(ROOT, 'sdk/src/index.ts') }, preserveSymlinks: true },
  build: {
    outDir: join(ROOT, 'dist/app'),
    emptyOutDir: true,
    target: 'es2022',
    // The page's policy lets nothing in that is not a file, but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    cssTarget: 'esnext',
    rolldownOptions: {
      // All of it is for clients.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    },
  },
  server: { proxy: { '/api': process.env.LADING_URL ?? 'http://localhost:3000' } },
});
