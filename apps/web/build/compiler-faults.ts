import { transformSync } from 'oxc-transform-react';

/** Compiles a file as the builds do. Each fault names the line, what is wrong there, and what to do about it. */
export const findCompilerFaults = (
  file: string,
  source: string,
  compilationMode: 'annotation' | 'infer',
): { compiled: number; faults: string[] } => {
  const { code, errors } = transformSync(file, source, {
    jsx: { runtime: 'automatic' },
    reactCompiler: { compilationMode, reportDiagnostics: true },
  });
  return {
    // Each compiled function makes its cache by this call.
    compiled: [...code.matchAll(/ = _c\d*\(\d+\);/g)].length,
    faults: errors.map(({ message, labels: [place], helpMessage }) => {
      const line = source.slice(0, place?.start ?? 0).split('\n').length;
      const texts = [message, place?.message, helpMessage, 'Until then the function is not compiled'];
      const sentences = texts.flatMap((text) => (text ? [text.replace(/\.?$/, '.')] : []));
      return `${file}:${line}: ${sentences.join(' ')}`;
    }),
  };
};
