/** The questions by category, in the order of the specification. Their words stand in the catalogue. */
import type answers from '../../shared/i18n/en/faq-answers.json';

export type AnswerKey = keyof typeof answers;

interface Category {
  /** `faq.ID` is its name, `faq.ID.QUESTION.q` and `.a` its questions. */
  id: string;
  questions: readonly string[];
}

export const categories = [
  { id: 'gameplay', questions: ['begin', 'strategy', 'returns', 'fair'] },
  { id: 'account', questions: ['password', 'forgot', 'devices', 'close'] },
  { id: 'general', questions: ['what', 'gambling', 'cost', 'limits'] },
  { id: 'minefield', questions: ['how', 'mines', 'multiplier', 'bid', 'reload'] },
  { id: 'virtualLottery', questions: ['how', 'when', 'several', 'sealed'] },
  { id: 'lotteryInformation', questions: ['win', 'pays', 'odds', 'numbers'] },
  { id: 'aviator', questions: ['how', 'stake', 'auto', 'lag'] },
  { id: 'doubleTrouble', questions: ['how', 'kinds', 'pays', 'stake'] },
  { id: 'coins', questions: ['get', 'wheel', 'posters', 'invite', 'redeem'] },
  { id: 'accountTechnical', questions: ['name', 'confirm', 'avatar', 'tabs'] },
  { id: 'support', questions: ['app', 'connection', 'sound', 'fault'] },
  { id: 'winning', questions: ['when', 'balance', 'rounding', 'void', 'leaderboard'] },
] as const satisfies readonly Category[];

export type CategoryId = (typeof categories)[number]['id'];

export interface Question {
  id: string;
  question: string;
  answer: string;
}

export interface QuestionGroup {
  id: CategoryId;
  name: string;
  questions: Question[];
}

export type Say = (key: AnswerKey) => string;

/** Every question in words. Keys that the catalogue lacks are found by a test. */
export const sayAll = (say: Say): QuestionGroup[] =>
  categories.map(({ id, questions }) => ({
    id,
    name: say(`faq.${id}`),
    questions: questions.map((question) => ({
      id: `${id}.${question}`,
      question: say(`faq.${id}.${question}.q` as AnswerKey),
      answer: say(`faq.${id}.${question}.a` as AnswerKey),
    })),
  }));

/** Those of one category, or of all, that hold the words in their question or answer, whatever the case. */
export function findQuestions(
  groups: readonly QuestionGroup[],
  { category, words }: { category: CategoryId | null; words: string },
): QuestionGroup[] {
  const sought = words.trim().toLowerCase();
  const holds = (text: string) => text.toLowerCase().includes(sought);
  return groups
    .filter(({ id }) => category === null || id === category)
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => holds(question) || holds(answer)),
    }))
    .filter(({ questions }) => questions.length > 0);
}
