/** Plays the sessions outside the page's own thread, which stays responsive; the page ends the worker to cancel. */
import { labParts } from '../../game-parts/lab.ts';
import { playRequest, type LabAnswer, type LabRequest } from './play-request.ts';

/** What the worker sends: shares of the work that are done, then the answer. */
export type LabMessage = { done: number } | { answer: LabAnswer };

const send = (message: LabMessage): void => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<LabRequest>) => {
  const part = labParts.get(data.folder);
  if (part === undefined) throw new Error('the game is not in the lab');
  const steps = playRequest(part, data);
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      send({ answer: step.value });
      return;
    }
    send({ done: step.value });
  }
});
