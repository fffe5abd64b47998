/** A simulation as a query: its result follows from its settings alone, so the address is its key. */
import { queryOptions } from '@tanstack/react-query';
import type { LabAnswer, LabRequest } from './play-request.ts';
import { queryOf, type ReadDraft } from './settings.ts';
import type { LabMessage } from './worker.ts';

/** Of the simulation that runs: shown by the progress bar alone, so it is not in the cache. */
let progress = 0;
const listeners = new Set<() => void>();

export const readProgress = (): number => progress;
export function subscribeToProgress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
function setProgress(done: number): void {
  progress = done;
  for (const listener of listeners) listener();
}

export const labQuery = ({ settings, texts }: ReadDraft) => {
  const { game, config, choice, play, balance, seed } = settings;
  return queryOptions({
    queryKey: ['lab', queryOf(texts)],
    queryFn: ({ signal }) => runWorker({ folder: game.folder, config, choice, play, balance, seed }, signal),
    staleTime: Infinity,
    retry: false,
  });
};

function runWorker(request: LabRequest, signal: AbortSignal): Promise<LabAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const end = (): void => {
      worker.terminate();
      signal.removeEventListener('abort', cancel);
    };
    const cancel = (): void => {
      end();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', cancel);
    worker.addEventListener('message', ({ data }: MessageEvent<LabMessage>) => {
      if ('done' in data) return setProgress(data.done);
      end();
      resolve(data.answer);
    });
    worker.addEventListener('error', (event) => {
      end();
      reject(new Error(event.message || 'the simulation could not be loaded'));
    });
    setProgress(0);
    worker.postMessage(request);
  });
}
