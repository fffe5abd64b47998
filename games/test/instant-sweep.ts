/** How the tests of the whole site play an instant game: what of its sweep follows from its rules. */
import {
  drawValues,
  writeFields,
  type AnyInstantGame,
  type ChoiceFields,
  type ValuesOf,
} from '@fairground/game-kit/instant';
import type { InstantModule } from '@fairground/game-kit/server/instant';
import { press, until } from '../../e2e/engine-steps.ts';
import type { GamePageSweep, GameSweep } from './sweeps.ts';

interface InstantSweep {
  game: AnyInstantGame;
  server: InstantModule;
  page: Pick<GamePageSweep, 'title' | 'texts' | 'button' | 'budget'> & Partial<GamePageSweep>;
}

export const sweepInstantGame = ({ game, server, page }: InstantSweep): GameSweep => {
  const { table } = server;
  const path = `/${game.id}/create`;
  return {
    id: game.id,
    path: `/games/${server.folder}`,
    async settleBet(browser) {
      await press(browser, 'button', page.button.en);
      await until('the end of the bet', () =>
        browser.run(() => document.querySelector('[data-phase=won], [data-phase=lost]') !== null),
      );
    },
    async hear({ goTo, key, outcome }) {
      await goTo(page.button.en);
      for (const bet of ['a first bet', 'a second bet'])
        await outcome(`${page.title[1].split(' –')[0]}: ${bet}`, /You (?:won|lost) [\d,]+ coins/, () =>
          key('space'),
        );
    },
    page: {
      minStakeCoins: game.stakes.min,
      pressed: 'button',
      fillsWindow: true,
      needsNoLive: true,
      stakeBy: 'field',
      ...page,
    },
    calls: [[path, game.sample, 201]],
    bet: {
      settings: {},
      async playOnce(site, token) {
        await site.call('POST', path, token, { ...game.sample, ...longShot(game), amount: 100 });
      },
      async playForFun(site, token, random) {
        const { min, step } = game.stakes;
        await site.call('POST', path, token, { ...game.sample, amount: min + step * random.below(3) });
      },
    },
    final: {
      application: [`UPDATE ${table} SET amount_won = 1`, `DELETE FROM ${table}`],
      owner: [`UPDATE ${table} SET amount_won = amount_won + 1`, `DELETE FROM ${table}`],
      once: [[`${table}_seed_id_nonce_key`, table, { id: -1 }]],
    },
    lab: {
      choices: someChoices(game).map((choice) => [
        Object.fromEntries(
          Object.entries(writeFields(game.choice, choice)).map(([name, value]) => [
            name,
            game.choice[name]?.kind === 'hundredths' ? Number(value).toFixed(2) : String(value),
          ]),
        ),
        returnOf(game, choice),
      ]),
      paysWholeCoins: true,
    },
    vectors: ['instant'],
  };
};

/** Each number at both ends and where the page begins, with each option. */
const someChoices = (game: AnyInstantGame): ValuesOf<ChoiceFields>[] =>
  Object.entries(game.choice).reduce<ValuesOf<ChoiceFields>[]>(
    (all, [name, field]) =>
      all.flatMap((choice) =>
        (field.kind === 'option' ? field.options : [field.min, field.initial, field.max]).map(
          (value): ValuesOf<ChoiceFields> => ({ ...choice, [name]: value }),
        ),
      ),
    [{}],
  );

const returnOf = (game: AnyInstantGame, choice: ValuesOf<ChoiceFields>): number =>
  (Number(game.ways(choice)) / Number(drawValues)) * (game.multiplierHundredths(choice) / 100);

/** The choice that wins most rarely, as a player sends it. */
const longShot = (game: AnyInstantGame): object => {
  const rarest = someChoices(game).reduce((one, other) => (game.ways(other) < game.ways(one) ? other : one));
  return writeFields(game.choice, rarest);
};
