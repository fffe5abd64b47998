/** The monitor's figures as the page reads them, like the schema of the contract but without zod. */
import type { MonitorFeed } from '@fairground/contract/fairness';
import {
  answerOf,
  isFields,
  isInstant,
  isListOf,
  isNumber,
  isText,
} from '@fairground/site-kit/api/answer.ts';

type Sums = MonitorFeed['since']['games'][number];
type Totals = MonitorFeed['days'][number]['totals'][number];

const counts = [
  'rounds',
  'wins',
  'bets',
  'won',
  'staked',
  'paid',
  'late',
  'voids',
  'voidOutcomes',
  'voidWins',
] as const;

const isNumberOrNull = (input: unknown): input is number | null => input === null || isNumber(input);

const isSums = (input: unknown): input is Sums =>
  isFields(input) &&
  isText(input['game']) &&
  isFields(input['terms']) &&
  Object.values(input['terms']).every(isNumber) &&
  isNumberOrNull(input['chance']) &&
  isNumberOrNull(input['maxReturn']) &&
  isListOf(input['growth'], isNumber) &&
  counts.every((name) => isNumber(input[name]));

const isTotals = (input: unknown): input is Totals =>
  isFields(input) &&
  isText(input['game']) &&
  isNumber(input['bets']) &&
  isNumber(input['staked']) &&
  isNumber(input['paid']);

const isDay = (input: unknown): input is MonitorFeed['days'][number] =>
  isFields(input) &&
  isText(input['day']) &&
  isListOf(input['games'], isSums) &&
  isListOf(input['totals'], isTotals);

const isVoid = (input: unknown): input is MonitorFeed['voids'][number] =>
  isFields(input) &&
  isText(input['game']) &&
  isText(input['id']) &&
  isInstant(input['at']) &&
  (input['reason'] === null || isText(input['reason']));

/** Without what only programs use. */
export type MonitorFigures = Pick<MonitorFeed, 'days' | 'voids'> & {
  since: Pick<MonitorFeed['since'], 'games'>;
  log: Pick<NonNullable<MonitorFeed['log']>, 'at'> | null;
};

export const monitorAnswer = answerOf(
  (input): input is MonitorFigures =>
    isFields(input) &&
    isListOf(input['days'], isDay) &&
    isFields(input['since']) &&
    isListOf(input['since']['games'], isSums) &&
    isListOf(input['voids'], isVoid) &&
    (input['log'] === null || (isFields(input['log']) && isInstant(input['log']['at']))),
);
