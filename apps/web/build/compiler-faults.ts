import { transformSync, type PluginItem } from '@babel/core';
import { reactCompilerPreset } from '@vitejs/plugin-react';

interface Place {
  start: { line: number };
}

interface CompilerEvent {
  kind: string;
  fnLoc?: Place | null | undefined;
  reason?: string;
  detail?:
    | {
        options?: {
          category?: string;
          reason?: string;
          description?: string | null;
          loc?: Place | null;
          details?: readonly { loc?: Place | null }[];
        };
      }
    | undefined;
}

/** Compiles a file as the builds do. Each fault names the line, what is wrong there, and what to do about it. */
export const findCompilerFaults = (
  file: string,
  source: string,
  compilationMode: 'annotation' | 'infer',
): { compiled: number; faults: string[] } => {
  let compiled = 0;
  const faults: string[] = [];
  const logEvent = (_file: string | null, event: object): void => {
    const { kind, fnLoc, reason, detail } = event as CompilerEvent;
    if (kind === 'CompileSuccess') compiled += 1;
    if (kind === 'CompileSuccess' || kind === 'CompileSkip') return;
    const { options } = detail ?? {};
    const place = options?.loc ?? options?.details?.find(({ loc }) => loc)?.loc ?? fnLoc;
    const texts = [options?.reason ?? reason ?? kind, options?.description, remedyOf(options?.category)];
    const sentences = texts.flatMap((text) => (text ? [text.replace(/\.?$/, '.')] : []));
    faults.push(`${file}:${place?.start.line ?? 1}: ${sentences.join(' ')}`);
  };
  const { preset } = reactCompilerPreset({ compilationMode, logger: { logEvent } });
  transformSync(source, {
    filename: file,
    babelrc: false,
    configFile: false,
    code: false,
    parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
    presets: [preset as PluginItem],
  });
  return { compiled, faults };
};

/** Syntax that the compiler does not support yet is not a mistake, but it may not be in a component. */
const remedyOf = (category: string | undefined): string =>
  category === 'Todo'
    ? 'The React Compiler cannot compile this: move it into a function outside of the component'
    : 'The component would not be compiled: mend this line';
