/**
 * Icons of Lucide by their names: `import Check from '@fairground/site-kit/icons/check'`. The package of React
 * components has 4,800 files and 51 MB; this one has all shapes in a file of 0.6 MB.
 */
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };
import type { Plugin } from 'vite';

const path = '@fairground/site-kit/icons/';
/** Marks modules that are no files. */
const mark = '\0icon:';

const bodies = new Map(Object.entries(lucide.icons).map(([name, { body }]) => [name, body]));
/** Said once, by the element around the shapes. */
const saidAround = / (fill="none"|stroke="currentColor"|stroke-(linecap|linejoin)="round"|stroke-width="2")/g;

/** The shapes of an icon as SVG. */
export const readIcon = (name: string): string | undefined => bodies.get(name)?.replaceAll(saidAround, '');

export function icons(): Plugin {
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@fairground\/site-kit\/icons\// },
      handler: (source) => mark + source.slice(path.length),
    },
    load: {
      filter: { id: /^\0icon:/ },
      handler(id) {
        const name = id.slice(mark.length);
        const shapes = readIcon(name);
        if (shapes === undefined) return this.error(`Lucide has no icon with the name ${name}.`);
        return `import { createIcon } from '@fairground/site-kit/ui/icon.tsx';
export default /* @__PURE__ */ createIcon(${JSON.stringify(name)}, ${JSON.stringify(shapes)});`;
      },
    },
  };
}
