/** An instant game in the strategy lab: bets with one choice, drawn by the odds of the game. */
import { drawValues, readFields, type AnyInstantGame } from '../../shared/instant/index.ts';
import { defineGameLab, twoOutcomes, type GameLabPart, type LabChoice, type LabField } from './part.ts';

interface InstantLab<Key> {
  /** The label of each field of the choice. */
  labels: Readonly<Record<string, Key>>;
  /** The label of each option, for fields that have options. */
  options?: Readonly<Record<string, Readonly<Record<string, Key>>>>;
  /** A player bets at their own pace; this one is assumed. */
  roundsPerHour: number;
  /** The sentence that says so. */
  pace: Key;
}

/** `Catalogue` is the type of the part `lab` of the game's texts. */
export function defineInstantLab<Catalogue>(
  game: AnyInstantGame,
  { labels, options = {}, roundsPerHour, pace }: InstantLab<keyof Catalogue & string>,
): GameLabPart {
  const { min, max, step } = game.stakes;
  type Key = keyof Catalogue & string;
  const fields = Object.entries(game.choice).map(([name, field]): LabField<Key> => {
    const label = labelOf(labels, name);
    if (field.kind === 'option') {
      const texts = options[name] ?? {};
      const offered = field.options.map((value) => ({ value, label: labelOf(texts, value) }));
      return { kind: 'options', name, label, options: offered, initial: field.initial };
    }
    const [unit, decimals] = field.kind === 'hundredths' ? ([100, 2] as const) : ([1, 0] as const);
    const initial = (field.initial / unit).toFixed(decimals);
    return { kind: 'number', name, label, min: field.min / unit, max: field.max / unit, decimals, initial };
  });
  return defineGameLab<Catalogue, unknown>({
    stakes: () => ({ min, max, step, initial: min }),
    fields: () => fields,
    roundsPerHour: () => roundsPerHour,
    pace,
    game(_, chosen) {
      const choice = readFields(game.choice, readLabChoice(game, chosen));
      if (choice === null) throw new Error('the form has refused what the game does not know');
      const ways = Number(game.ways(choice));
      const multiplier = game.multiplierHundredths(choice);
      // Either the highest numbers win or the lowest.
      const winsHighest = game.wins(choice, game.draw(drawValues - 1n));
      return twoOutcomes(
        { ways, of: Number(drawValues) },
        {
          wins: winsHighest
            ? (random) => random.bits52() >= Number(drawValues) - ways
            : (random) => random.bits52() < ways,
          payout: (stakeCoins) => (stakeCoins / 100) * multiplier,
        },
      );
    },
  });
}

const labelOf = <Key>(labels: Readonly<Record<string, Key>>, name: string): Key => {
  const label = labels[name];
  if (label === undefined) throw new Error(`there is no label for ${name}`);
  return label;
};

const readLabChoice = (game: AnyInstantGame, chosen: LabChoice): object =>
  Object.fromEntries(
    Object.entries(game.choice).map(([name, { kind }]) => [
      name,
      kind === 'option' ? chosen[name] : Number(chosen[name]),
    ]),
  );
