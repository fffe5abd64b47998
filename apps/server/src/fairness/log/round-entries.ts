/** What a round or draw puts into the log, in this order, as soon as its row has it. */
import type { LogFact } from '@fairground/fairness/log-entry';
import type { LoggedRound, RoundSums } from '@fairground/game-kit/server';

export type RoundKind = 'opening' | 'seal' | 'result' | 'settlement' | 'void';

export const isOver = ({ isSettled, void: voided }: LoggedRound): boolean => isSettled || voided !== null;

/** The kinds that a round has so far. */
export const kindsOf = (round: LoggedRound): RoundKind[] => [
  'opening',
  ...(round.seal ? (['seal'] as const) : []),
  ...(round.result ? (['result'] as const) : []),
  ...(round.isSettled ? (['settlement'] as const) : []),
  ...(round.void ? (['void'] as const) : []),
];

export const needsSums = (kind: RoundKind): boolean => kind === 'seal' || kind === 'settlement';

const noBets: Omit<RoundSums, 'key'> = { bets: 0, staked: 0n, won: 0, paid: 0n };

/** `sums` are those of its bets; undefined where it has none. */
export const factOf = (
  game: string,
  kind: RoundKind,
  round: LoggedRound,
  sums: Omit<RoundSums, 'key'> = noBets,
): LogFact => {
  const { id, beaconRound, link, seal, result } = round;
  const of = { game, id };
  switch (kind) {
    case 'opening':
      return {
        kind,
        ...of,
        beaconRound,
        commitment: hex(round.commitment),
        ...(link && { chain: String(link.chain), round: link.round }),
      };
    case 'seal': {
      const { betCount, betsRoot, terms } = required(seal);
      const staked = Number(sums.staked);
      return { kind, ...of, beaconRound, betCount, betsRoot: hex(betsRoot), staked, ...terms };
    }
    case 'result': {
      const { beacon, outcome, seed } = required(result);
      return { kind, ...of, beacon, outcome, seed: hex(seed) };
    }
    case 'settlement': {
      const { bets, won, staked, paid } = sums;
      return { kind, ...of, bets, won, staked: Number(staked), paid: Number(paid) };
    }
    case 'void': {
      const { reason, seed } = required(round.void);
      return {
        kind,
        ...of,
        beaconRound,
        betsRoot: seal && hex(seal.betsRoot),
        reason,
        seed: seed && hex(seed),
      };
    }
  }
};

const hex = (bytes: Buffer): string => bytes.toString('hex');

const required = <Part>(part: Part | null): Part => {
  if (part === null) throw new Error('a round does not have what is logged of it');
  return part;
};
