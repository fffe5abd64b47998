/** An instant game's bets on their public pages; each is over as it is made. */
import type { OwnStake } from '@fairground/contract/rounds';
import { parseId } from '@fairground/server/http/coin-request';
import type { Database } from '@fairground/server/platform/database/database';
import {
  writeFields,
  type ChoiceFields,
  type Field,
  type Fields,
  type InstantRound,
} from '../../shared/instant/index.ts';
import {
  defineRounds,
  noStakes,
  singleStake,
  writeCoins,
  writeInstant,
  writeLines,
  writeDecimals,
  writeTexts,
  type GameRounds,
} from '../rounds.ts';
import type { FoundBet, InstantBets } from './bets.ts';
import type { BetTable } from './table.ts';

type Round = InstantRound<ChoiceFields, Fields>;
type Language = 'en' | 'es';

/**
 * The part `round` of the game's texts. The server reads `GAME.round.title`, `.won`, `.lost` and `.ownStake`; their
 * places are `{id}`, `{at}` and the names of the fields. An option has its name in `GAME.round.FIELD.OPTION`.
 */
export type RoundCatalogues = Readonly<Record<Language, Readonly<Record<string, string>>>>;

interface EndedBetsOptions {
  bets: InstantBets;
  texts: RoundCatalogues;
}

export const createEndedBets = (
  { game }: Pick<BetTable, 'game'>,
  { bets, texts }: EndedBetsOptions,
): GameRounds => {
  const findBet = async (id: string, query?: Database['query']): Promise<FoundBet | undefined> => {
    const betId = parseId(id);
    return betId === undefined ? undefined : bets.find(betId, query);
  };
  const fields: Fields = { ...game.choice, ...game.drawn };
  const write = (name: string, value: number | string, language: Language): string =>
    typeof value === 'string'
      ? (texts[language][`${game.id}.round.${name}.${value}`] ?? value)
      : writeNumber(fields[name], value, language);
  const written = ({ id, placedAt, choice, drawn }: FoundBet, language: Language) => ({
    id,
    at: writeInstant(placedAt),
    ...Object.fromEntries(
      Object.entries({ ...choice, ...drawn }).map(([name, value]) => [name, write(name, value, language)]),
    ),
  });

  return defineRounds<Round, unknown>({
    game: game.id,
    schema: game.roundSchema,
    proofSchema: game.proofSchema,
    async ownStakes(id, playerId) {
      const bet = await findBet(id);
      if (bet?.playerId !== playerId) return noStakes;
      const entry: OwnStake = {
        id: bet.id,
        stake: bet.stakeCoins,
        payout: bet.payoutCoins,
        outcome: bet.proof.outcome.won ? 'win' : 'loss',
        placedAt: bet.placedAt.toISOString(),
        lines: writeLines(texts, (language) => [[`${game.id}.round.ownStake`, written(bet, language)]]),
      };
      return singleStake(entry);
    },
    async find(id, query) {
      const bet = await findBet(id, query);
      if (!bet) return undefined;
      const outcome = bet.proof.outcome.won ? 'won' : 'lost';
      return {
        id: bet.id,
        endedAt: bet.placedAt,
        settled: true,
        texts: writeTexts(texts, {
          title: `${game.id}.round.title`,
          summary: `${game.id}.round.${outcome}`,
          values: (language) => written(bet, language),
        }),
        round: { ...writeFields(fields, { ...bet.choice, ...bet.drawn }), outcome } as Round,
        proof: bet.proof,
      };
    },
  });
};

const writeNumber = (field: Field | undefined, value: number, language: Language): string =>
  field?.kind === 'hundredths' ? writeDecimals(value / 100, language) : writeCoins(value, language);
