/**
 * Runs subjects in turn, A B B A, so that all of them meet the same machine and none always comes
 * first, and sums the runs up.
 */

/** What one run measured. A figure that this machine cannot measure is absent. */
export type Figures = Readonly<Record<string, number | undefined>>;

export interface Subject {
  name: string;
  run(): Promise<Figures>;
}

export interface SubjectResult {
  name: string;
  /** The values of each figure, in the order of the runs. */
  runs: Record<string, number[]>;
}

export const alternate = async (subjects: readonly Subject[], rounds: number): Promise<SubjectResult[]> => {
  const results = subjects.map(({ name }): SubjectResult => ({ name, runs: {} }));
  for (let round = 0; round < rounds; round += 1) {
    const forward = [...subjects.entries()];
    for (const [index, subject] of round % 2 === 0 ? forward : forward.toReversed()) {
      console.error(`run ${round + 1} of ${rounds}: ${subject.name}`);
      const figures = await subject.run();
      const runs = results[index]?.runs ?? {};
      for (const [figure, value] of Object.entries(figures)) {
        if (value !== undefined && Number.isFinite(value)) (runs[figure] ??= []).push(value);
      }
    }
  }
  return results;
};

/** The median of the runs, and the lowest and the highest. */
export const summarize = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
  return { median, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
};

/** The ratio of each run to that of another subject in the same round: a change of the machine's speed cancels out. */
export const ratios = (runs: readonly number[], reference: readonly number[]): number[] =>
  runs.flatMap((value, round) => {
    const base = reference[round];
    return base === undefined || base === 0 ? [] : [value / base];
  });
