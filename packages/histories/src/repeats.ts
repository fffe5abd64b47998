/** A call that moves coins and is repeated with its key is executed once, and has the same outcome each time. */
import { hasDefiniteAnswer, isExecuted, type RecordedCall, type RecordedEvent } from './events.ts';
import { findBalance } from './shapes.ts';

/** Takes the events of one player. */
export const checkRepeats = (player: string, events: readonly RecordedEvent[]): string[] => {
  const calls = events
    .filter((event) => event.kind === 'call')
    .filter(({ request }) => request.key !== undefined);
  const groups = Map.groupBy(calls, ({ request }) => `${request.path} ${request.key}`);
  return [...groups.values()].flatMap((repeats) => {
    const [first] = repeats;
    if (first === undefined || repeats.length < 2) return [];
    const { method, path, key } = first.request;
    const title = `${method} ${path} with key ${key} of ${player}`;
    const bodyOf = (call: RecordedCall) => JSON.stringify(call.request.body);
    const accepted = repeats.filter(
      (call) => hasDefiniteAnswer(call) && call.answer.status < 300 && findBalance(call.answer.body),
    );
    const faults: string[] = [];
    if (new Set(accepted.map(bodyOf)).size > 1) faults.push(`${title} was accepted with two bodies`);
    else if (new Set(accepted.map(({ answer }) => JSON.stringify(outcomeOf(answer?.body)))).size > 1)
      faults.push(`${title} was answered in two ways`);
    if (accepted.filter(isExecuted).length > 1) faults.push(`${title} was executed twice`);
    return faults;
  });
};

/** What a call made: the player may be newer in a repeat, and so may be the last change of a game and the receipt. */
const outcomeOf = (body: unknown): object => {
  const { user: _user, receipt: _receipt, game, ...made } = body as Record<string, unknown>;
  if (typeof game !== 'object' || game === null) return made;
  const { updatedAt: _updatedAt, ...rest } = game as Record<string, unknown>;
  return { ...made, game: rest };
};
