/** The words of the questions. They are many, so they come with this page alone. */
import { useGamesConfig } from '../../shared/api/games-config.ts';
import { pageTexts } from '../../shared/i18n/page-texts.ts';
import { useLanguage } from '../../shared/i18n/language.ts';
import { usePrerenderedConfig } from '../../shared/facts/use-facts.ts';
import { toFigures, unknownFigures } from './figures.ts';
import { sayAll, type QuestionGroup } from './questions.ts';

const useTexts = pageTexts({
  en: () => import('../../shared/i18n/en/faq-answers.json'),
  es: () => import('../../shared/i18n/es/faq-answers.json'),
});

export function useAnswers(): QuestionGroup[] {
  // Figures are written anew in another language, although nothing that they are made from has changed.
  'use no memo';
  const t = useTexts();
  useLanguage();
  const { data: asked } = useGamesConfig();
  const prerendered = usePrerenderedConfig();
  const config = asked ?? prerendered;
  const figures = config ? toFigures(config) : unknownFigures;
  return sayAll((key) => t(key, figures));
}
