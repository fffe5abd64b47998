/** A simulation as a query: its result follows from its settings alone, so the address is its key. */
import { queryOptions } from '@tanstack/react-query';
import { createStore } from '@fairground/site-kit/store/store.ts';
import type { LabAnswer, LabRequest } from './play-request.ts';
import { queryOf, type ReadDraft } from './settings.ts';
import type { LabMessage } from './worker.ts';

/** The progress of the simulation that runs: shown by the progress bar alone, so it is not in the cache. */
export const labProgress = createStore(0);

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
      if ('done' in data) return labProgress.set(data.done);
      end();
      resolve(data.answer);
    });
    worker.addEventListener('error', (event) => {
      end();
      reject(new Error(event.message || 'the simulation could not be loaded'));
    });
    labProgress.set(0);
    worker.postMessage(request);
  });
}
