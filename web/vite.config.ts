import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// Where `npm run dev` finds a gateway: `gatehouse --insecure-http`.
const GATEWAY = process.env.GATEHOUSE_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/_gh/',
  plugins: [react()],
  resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    // The page's policy allows neither inline scripts nor data: addresses for them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: { '/api': { target: GATEWAY, ws: true }, '/apps': GATEWAY, '/healthz': GATEWAY },
  },
  test: { include: ['src/**/*.test.ts'] },
});
