/**
 * What the processes of the site have counted of one round. A process that has died, stands still, or shows
 * the next round already counts with its newest part, so that totals never fall within a round.
 */
export const createRoundParts = <Part extends object>(
  roundOf: (part: Part) => string,
): ((roundId: string, received: ReadonlyMap<string, Part>) => Part[]) => {
  let shownId: string | undefined;
  /** By the name of the process. */
  const newest = new Map<string, Part>();
  return (roundId, received) => {
    if (roundId !== shownId) newest.clear();
    shownId = roundId;
    for (const [process, part] of received) if (roundOf(part) === roundId) newest.set(process, part);
    return [...newest.values()];
  };
};
