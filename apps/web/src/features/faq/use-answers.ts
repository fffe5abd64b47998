/** The texts of the questions. They are many, so they come with this page alone. */
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useTexts } from '../../texts.ts';
import { useSiteConfig } from '../../game-parts/use-facts.ts';
import { toFigures, translateAll, unknownFigures, type QuestionGroup } from './questions.ts';

export function useAnswers(): QuestionGroup[] {
  'use memo';
  const t = useTexts('faq');
  const format = useFormat();
  const { config } = useSiteConfig();
  const figures = config ? toFigures(config, { format, t }) : unknownFigures;
  return translateAll((key) => t(key, figures));
}
