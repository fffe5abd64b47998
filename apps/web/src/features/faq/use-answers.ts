/** The texts of the questions. They are many, so they come with this page alone. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useSiteConfig } from '../../games/use-facts.ts';
import { toFigures, translateAll, unknownFigures, type QuestionGroup } from './questions.ts';

const useTexts = pageTexts({
  en: () => import('./answers-en.ts'),
  es: () => import('./answers-es.ts'),
});

export function useAnswers(): QuestionGroup[] {
  'use memo';
  const t = useTexts();
  const format = useFormat();
  const { config } = useSiteConfig();
  const figures = config ? toFigures(config, { format, t }) : unknownFigures;
  return translateAll((key) => t(key, figures));
}
