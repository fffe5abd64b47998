/// <reference types="vite/client" />
/** The questions by category (docs/product.md 14.1). Their texts are in the catalogue. */
import type { GamesConfig } from '@fairground/contract/config';
import type { FaqCategory, GameFaqPart } from '@fairground/game-kit/web';
import { byFolder, configOf, games, gamesWith, placeOf } from '../../game-parts/list.ts';
import type { Format } from '@fairground/site-kit/format/format.ts';
import type { GameMessageKey } from '@fairground/site-kit/i18n/i18n.ts';

const parts = byFolder(
  import.meta.glob<{ default: GameFaqPart }>('../../../../../games/*/web/faq.ts', { eager: true }),
);

/** Questions about the site; each game adds its own. */
const siteCategories: readonly FaqCategory[] = [
  { place: 1, id: 'gameplay', questions: ['begin', 'strategy', 'returns', 'fair'] },
  { place: 2, id: 'account', questions: ['guest', 'password', 'forgot', 'devices', 'close'] },
  { place: 3, id: 'general', questions: ['what', 'gambling', 'cost', 'limits'] },
  { place: 9, id: 'coins', questions: ['get', 'posters', 'invite', 'redeem'] },
  { place: 10, id: 'accountTechnical', questions: ['name', 'confirm', 'avatar', 'tabs'] },
  { place: 11, id: 'support', questions: ['app', 'connection', 'sound', 'fault'] },
  { place: 12, id: 'winning', questions: ['when', 'balance', 'rounding', 'void', 'leaderboard'] },
];

export const categories: readonly FaqCategory[] = [
  ...siteCategories.map(withQuestionsOfGames),
  ...[...parts.values()].flatMap((part) => part.categories ?? []),
].toSorted((one, other) => placeOf(one) - placeOf(other));

function withQuestionsOfGames(category: FaqCategory): FaqCategory {
  const questions = [...category.questions];
  for (const part of parts.values()) {
    for (const { category: id, after, id: question } of part.questions ?? [])
      if (id === category.id) questions.splice(questions.indexOf(after) + 1, 0, question);
  }
  return { ...category, questions };
}

/**
 * The figures in the answers, all of them from GET /games/config: the texts contain none. Nor do they list the games.
 */
export function toFigures(
  config: GamesConfig,
  { format, t }: { format: Format; t: (key: GameMessageKey, figures: Record<string, string>) => string },
): Record<string, string> {
  const { ads, bonuses } = config;
  const { formatCoins, formatFactor } = format;
  const ofGames = games.map((game) => parts.get(game.folder)?.figures(configOf(config, game), format));
  const figures = Object.assign(
    {
      signupCoins: formatCoins(bonuses.signupCoins),
      referralCoins: formatCoins(bonuses.referralCoins),
      adSeconds: formatFactor(ads.seconds),
      adCoins: formatCoins(ads.coins),
      adLimit: formatFactor(ads.dailyLimit),
    },
    ...ofGames,
  ) as Record<string, string>;
  const played = gamesWith('card');
  return {
    ...figures,
    games: played.map(({ card }) => t(card.gameName, figures)).join(', '),
    returns: played.map(({ id }) => t(`faq.returns.${id}` as GameMessageKey, figures)).join('; '),
  };
}

/** Stands for a figure until it is loaded. */
export const unknownFigures: Record<string, string> = new Proxy({}, { get: () => '…', has: () => true });

export interface Question {
  id: string;
  question: string;
  answer: string;
}

export interface QuestionGroup {
  id: string;
  name: string;
  questions: Question[];
}

/** Keys are made of ids; that each has its text is found by a test. */
export type Translate = (key: GameMessageKey) => string;

/** Every question with its texts. */
export const translateAll = (t: Translate): QuestionGroup[] =>
  categories.map(({ id, questions }) => ({
    id,
    name: t(`faq.${id}` as GameMessageKey),
    questions: questions.map((question) => ({
      id: `${id}.${question}`,
      question: t(`faq.${id}.${question}.q` as GameMessageKey),
      answer: t(`faq.${id}.${question}.a` as GameMessageKey),
    })),
  }));

/** Questions of one category, or of all, that contain the words in question or answer, whatever the case. */
export function findQuestions(
  groups: readonly QuestionGroup[],
  { category, words }: { category: string | null; words: string },
): QuestionGroup[] {
  const sought = words.trim().toLowerCase();
  const matches = (text: string) => text.toLowerCase().includes(sought);
  return groups
    .filter(({ id }) => category === null || id === category)
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => matches(question) || matches(answer)),
    }))
    .filter(({ questions }) => questions.length > 0);
}
