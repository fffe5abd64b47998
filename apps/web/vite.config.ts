/** How the page is built: React with its compiler, Tailwind, and texts compiled ahead of time. */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { devProxy } from './build/dev-proxy.ts';
import { sharedFiles } from './build/shared-files.ts';
import { icons } from './build/icons.ts';
import { textParts } from './build/text-parts.ts';

/**
 * While it loads, uPlot makes a number format of `navigator.language`, which throws where that is no language tag, such
 * as `C`. Nothing uses the format: our plots write their own figures.
 */
function plotsInAnyLanguage(): Plugin {
  return {
    name: 'plots-in-any-language',
    transform: {
      filter: { id: /\/uplot\/dist\/uPlot\.esm\.js$/ },
      handler(source) {
        const code = source.replace(
          "new Intl.NumberFormat(domEnv ? nav.language : 'en-US')",
          "new Intl.NumberFormat('en-US')",
        );
        if (code === source)
          throw new Error("uPlot no longer makes a number format of the browser's language");
        return { code, map: null };
      },
    },
  };
}

/** What is always there in a browser: libraries ask for it, and what they do elsewhere is left out. */
const inBrowsers = {
  'typeof process': '"undefined"',
  'typeof reportError': '"function"',
  'typeof window': '"object"',
  'typeof document': '"object"',
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    textParts(),
    icons(),
    plotsInAnyLanguage(),
    // The compiler caches each value that a component creates, which makes it larger: it compiles what says 'use memo'.
    react({ compiler: { compilationMode: 'annotation' } }),
    tailwindcss(),
    sharedFiles(),
  ],
  resolve: {
    alias: {
      // React has it since version 18.
      'use-sync-external-store/shim': 'react',
    },
  },
  // Bundled beforehand, its code would not pass through the plugins.
  optimizeDeps: { exclude: ['uplot'] },
  // Not for the program that renders pages beforehand.
  environments: { client: { define: inBrowsers } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // No data: URIs: the content security policy names the page's own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // Slower than Vite's own, and one percent smaller as sent.
    // Their licenses are in docs/licences.md.
    rolldownOptions: { output: { comments: false } },
  },
  // As modules, so that a worker shares files with no page and is loaded with the first use alone.
  worker: { format: 'es' },
  server: {
    port: 5173,
    proxy: devProxy(process.env),
    // A start of the site builds its pages there, hundreds of files, each of which would reload the page.
    watch: { ignored: ['**/.cache/**'] },
  },
});
