/**
 * The settings of the lab as one set of texts: those of the form, and of the address by which a result is shared. They
 * are read by the same rules, so that a shared address never gets past the form's.
 */
import type { GamesConfig } from '@fairground/contract/config';
import {
  labRules,
  maxRounds,
  type GameLabPart,
  type LabChoice,
  type LabPlay,
} from '@fairground/game-kit/web/lab';
import type { GameMessageKey, MessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import { labParts } from '../../game-parts/lab.ts';
import { configOf, gamesByPlace, type GameWith } from '../../game-parts/list.ts';

/** By the names of the fields, which are those in the address. A missing one has its default. */
export type Draft = Readonly<Record<string, string>>;

export interface LabSettings {
  game: GameWith<'lab'>;
  part: GameLabPart;
  /** The game's share of GET /games/config. Only the game's part knows its type, so nothing else can read it. */
  config: never;
  choice: LabChoice;
  play: LabPlay;
  balance: number;
  seed: number;
}

/** What a number must be. */
export interface NumberRange {
  min: number;
  max: number;
  step: number;
  decimals: 0 | 2;
  /** Whether the field may be empty. */
  optional?: boolean;
}

export interface ReadDraft {
  settings: LabSettings;
  /** The text of each field: its own, or the default. */
  texts: Draft;
  /** What the number in each field must be. */
  ranges: Readonly<Record<string, NumberRange>>;
  /** The fields whose text is refused; the settings have their defaults there. */
  faults: ReadonlySet<string>;
}

export const labGames = gamesByPlace('lab');

const maxSeed = 2 ** 32 - 1;
const maxBalance = 1_000_000_000;
/** The default balance pays for this many default stakes. */
const stakesInBalance = 100;
const defaultRounds = 100;

export function readDraft(draft: Draft, config: GamesConfig): ReadDraft {
  const named = labGames.find(({ id }) => id === draft['game']) ?? labGames[0];
  const part = named && labParts.get(named.folder);
  if (named === undefined || part === undefined) throw new Error('no game is in the lab');
  const own = configOf(config, named);
  const texts: Record<string, string> = { game: named.id };
  const ranges: Record<string, NumberRange> = {};
  const faults = new Set<string>();

  function numberOf(name: string, range: NumberRange, initial: string): number | null {
    ranges[name] = range;
    const text = (draft[name] ?? initial).trim();
    texts[name] = text;
    if (text === '' && range.optional) return null;
    const value = parseNumber(text, range);
    if (value === undefined) faults.add(name);
    return value ?? parseNumber(initial, range) ?? range.min;
  }
  const requireNumber = (name: string, range: NumberRange, initial: string): number =>
    numberOf(name, range, initial) ?? range.min;

  function oneOf<Option extends string>(name: string, options: readonly Option[], initial: Option): Option {
    const known = options.find((option) => option === draft[name]) ?? initial;
    texts[name] = known;
    return known;
  }

  const choice: Record<string, string> = {};
  for (const { name } of part.fields(own, draft)) {
    // Its limits may depend on the fields before it.
    const field = part.fields(own, choice).find((each) => each.name === name);
    if (field === undefined) continue;
    choice[name] =
      field.kind === 'options'
        ? oneOf(
            name,
            field.options.map(({ value }) => value),
            field.initial,
          )
        : requireNumber(name, { ...field, step: 1 }, field.initial).toFixed(field.decimals);
  }

  const { min, max, step, initial } = part.stakes(own);
  const integer = { decimals: 0, step: 1 } as const;
  const rule = oneOf('rule', labRules, 'flat');
  const firstStake = requireNumber('stake', { ...integer, min, max, step }, String(initial));
  const optional = { ...integer, max: maxBalance, optional: true };
  const maxStake = rule === 'flat' ? null : numberOf('cap', { ...optional, min: firstStake, max, step }, '');
  const play: LabPlay = {
    rule,
    firstStake,
    maxStake,
    rounds: requireNumber('rounds', { ...integer, min: 1, max: maxRounds }, String(defaultRounds)),
    // A smaller one would refuse the first stake.
    stopLoss: numberOf('stopLoss', { ...optional, min: firstStake }, ''),
    stopProfit: numberOf('stopProfit', { ...optional, min: 1 }, ''),
  };
  const balance = requireNumber(
    'balance',
    { ...integer, min: firstStake, max: maxBalance },
    String(Math.max(firstStake, stakesInBalance * initial)),
  );
  const seed = requireNumber('seed', { ...integer, min: 0, max: maxSeed }, '1');
  return { settings: { game: named, part, config: own, choice, play, balance, seed }, texts, ranges, faults };
}

export interface Preset {
  label: MessageKey | GameMessageKey | 'lab.preset.flat' | 'lab.preset.martingale';
  draft: Draft;
}

const presetOf = ({ folder }: GameWith<'lab'>) => labParts.get(folder)?.preset;
/** With a bet that a game offers by itself, the rules of play would be the same twice. */
const plainGame = (labGames.find((game) => presetOf(game) === undefined) ?? labGames[0])?.id ?? '';

/** What one press plays: rules of play, and the bets that games offer. */
export const presets: readonly Preset[] = [
  { label: 'lab.preset.flat', draft: { game: plainGame, rule: 'flat', rounds: '100' } },
  { label: 'lab.preset.martingale', draft: { game: plainGame, rule: 'martingale', rounds: '100' } },
  ...labGames.flatMap((game) => {
    const preset = presetOf(game);
    return preset ? [{ label: preset.label, draft: { game: game.id, ...preset.choice } }] : [];
  }),
];

/** A decimal comma is as good as a point; digits may be grouped by spaces. */
function parseNumber(text: string, { min, max, step, decimals }: NumberRange): number | undefined {
  const plain = text.replaceAll(/\s/g, '').replace(',', '.');
  if (!(decimals === 0 ? /^\d{1,12}$/ : /^\d{1,9}(\.\d{1,2})?$/).test(plain)) return undefined;
  const value = Number(plain);
  return value >= min && value <= max && (decimals > 0 || value % step === 0) ? value : undefined;
}

/** The query of the address: of every field that is not empty, so that later defaults change no shared result. */
export const queryOf = (texts: Draft): string =>
  String(new URLSearchParams(Object.entries(texts).filter(([, text]) => text !== '')));

/** What the address asks for: null where it names no game. */
export const draftOf = (query: URLSearchParams): Draft | null =>
  query.has('game') ? Object.fromEntries(query) : null;
