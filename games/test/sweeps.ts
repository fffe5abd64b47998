/**
 * How the tests and tools of the whole site play each game. They loop over these, so that none of them names a game,
 * and none misses one: a folder of the list without `test/sweep.ts` fails here.
 */
import type { LabChoice } from '@fairground/game-kit/web/lab';
import type { Page } from '@playwright/test';
import type { SeededRandom } from '../../apps/server/test/query-schedule.ts';
import type { TimedSite } from '../../apps/server/test/test-site.ts';
import type { EnginePage } from '../../e2e/engine-page.ts';
import type { Listener } from '../../e2e/listener.ts';
import { gameFolders } from '../index.ts';

/** A key of the catalogues, and its English text. */
export type Text = readonly [key: string, english: string];

/** A constraint, its table with a condition, and what is changed in a copy of a row that meets the condition. */
export type SecondRow = readonly [
  constraint: string,
  from: string,
  changes: Readonly<Record<string, unknown>>,
];

/** What `games/FOLDER/test/sweep.ts` exports as `sweep`. */
export interface GameSweep {
  /** On the wire. */
  id: string;
  /** The page from which a visitor plays. */
  path: string;
  /** Plays as a visitor would, in any engine, until a bet is settled. */
  settleBet(page: EnginePage): Promise<void>;
  /** Plays it on its open page by keyboard and by ear, through each outcome that must be heard. */
  hear(listener: Listener): Promise<void>;
  /** Null for a game that opens in a dialog of other pages. */
  page: GamePageSweep | null;
  /** The page on which visitors watch it: its title, and kilobytes and files as of `page`. */
  watch?: { title: Text; budget: { kilobytes: number; requests: number } };
  /** The buttons that open that dialog, and that play in it. */
  dialogButtons?: { open: string; play: string };
  /** Calls that move coins: path below /api, body, and the status of a new player's first one. */
  calls: readonly (readonly [path: string, body: object, status: number])[];
  /** Null for a game without stakes. */
  bet: BetSweep | null;
  /** Statements that nobody may run once a bet is over, on tables of `startPlayedSite`. */
  final: {
    /** Refused to the application, by privilege or by trigger. */
    application: readonly string[];
    /** Refused to the owner of the tables as well. */
    owner: readonly string[];
    /** Constraints that refuse a second row to anybody. */
    once: readonly SecondRow[];
  };
  /** Null for a game that is not in the strategy lab. */
  lab: LabSweep | null;
  /** Its name among the ways to coins, which pages show a player who has too few. */
  coinWay?: string;
  /** Its lists in packages/fairness/vectors.json, which the second implementation computes again. */
  vectors: readonly string[];
  /** Texts of docs/product.md that its page shows for a moment, and the tests that read them there. */
  errorTexts?: readonly ErrorText[];
}

export interface GamePageSweep {
  title: Text;
  /** Texts that docs/product.md quotes, from the first states of a new player's page. */
  texts: readonly Text[];
  /** The main button, as its accessible name begins. */
  button: { en: string; es: string };
  minStakeCoins: number;
  /** Kilobytes of script as sent, and files of script and style, see e2e/page-budgets.ts. */
  budget: { kilobytes: number; requests: number };
  /** What the benchmark of interactions presses, by selectors. */
  pressed: 'choice and button' | 'button' | 'choices';
  /** The stage and the controls end with the window of a desktop. */
  fillsWindow: boolean;
  /** Takes bets without live messages. */
  needsNoLive: boolean;
  stakeBy: 'slider' | 'field';
  /**
   * What it shows a new player, and the error that replaces its draw while the database is away longer than a draw
   * takes.
   */
  outage?: { ready: string; text: string };
  /** What a phone shows above the docked controls, by its selector. */
  shownFirst?: string;
  /** Makes the choices without which the main button is disabled. */
  choose?: (page: Page) => Promise<void>;
}

export interface BetSweep {
  /** Settings of a site with a controlled clock, for rounds of a few seconds. */
  settings: Readonly<Record<string, string>>;
  /** Settings with which bets are open for minutes. */
  longSettings?: Readonly<Record<string, string>>;
  /** Stakes 100 coins at low odds, and advances the clock until the bet is settled. */
  playOnce(site: TimedSite, token: string): Promise<void>;
  /** Plays as somebody who plays for fun would, with as many coins and at such odds as people choose. */
  playForFun(site: TimedSite, token: string, random: SeededRandom): Promise<void>;
}

export interface LabSweep {
  /** What the lab is set to, and the share of a stake that comes back by the rules. */
  choices: readonly (readonly [choice: LabChoice, returned: number])[];
  /** Every payout of the smallest stake is whole coins, so that no return is rounded down. */
  paysWholeCoins: boolean;
}

export interface ErrorText {
  /** To the letter; what is in braces is filled in. */
  text: string;
  /** Its key in the catalogues. */
  key: string;
  /** The specs in which it is read on the page: below e2e/, or below the folder of the game. */
  seenIn: readonly [string, ...string[]];
}

export const loadSweep = async (folder: string): Promise<GameSweep> => {
  const file = `games/${folder}/test/sweep.ts`;
  const loaded = (await import(/* @vite-ignore */ `../../${file}`).catch((cause: unknown) => {
    throw new Error(`${file} does not load: each game of the list says there how it is played`, { cause });
  })) as { sweep?: GameSweep };
  if (!loaded.sweep) throw new Error(`${file} exports no sweep`);
  return loaded.sweep;
};

/** In the order of the list. */
export const gameSweeps = await Promise.all(
  gameFolders.map(async (folder) => ({ folder, ...(await loadSweep(folder)) })),
);

/** Pages of the games that have one of their own. */
export const gamePages = gameSweeps.flatMap(({ folder, id, path, page }) =>
  page === null ? [] : [{ folder, id, path, ...page }],
);

/** Pages of the games that visitors may watch. */
export const watchPages = gameSweeps.flatMap(({ folder, watch }) =>
  watch ? [{ folder, path: `/watch/${folder}`, ...watch }] : [],
);

/** Settings of a site with a controlled clock, for rounds of a few seconds in every game. */
export const shortRounds = Object.assign({}, ...gameSweeps.map(({ bet }) => bet?.settings)) as Record<
  string,
  string
>;

/** Settings of a site on which no round ends during a test. */
export const longRounds = Object.assign({}, ...gameSweeps.map(({ bet }) => bet?.longSettings)) as Record<
  string,
  string
>;

/** The call with which each game with stakes takes one. */
export const betCalls = gameSweeps.flatMap(({ id, bet, calls: [call] }) =>
  bet === null || call === undefined
    ? []
    : [{ id, path: call[0], body: call[1], hasRounds: Object.keys(bet.settings).length > 0 }],
);

/** A game whose bets are settled at once, for tests of what is around a bet, in whichever game. */
export const anyInstantGame = (() => {
  const found = gameSweeps.find(({ vectors }) => vectors.includes('instant'));
  const [call] = found?.calls ?? [];
  if (!found?.page || !call) throw new Error('no game of the list is settled at once');
  const { id, path, page } = found;
  return { id, path, button: page.button.en, create: call[0], body: call[1] as { amount: number } };
})();
