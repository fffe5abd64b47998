/** The console of the staff: a bundle of its own, so that players' pages load nothing of it. */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { icons } from '../web/build/icons.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [icons(), react({ compiler: true }), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // No data: URIs: the content security policy names the page's own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { port: 5174 },
});
