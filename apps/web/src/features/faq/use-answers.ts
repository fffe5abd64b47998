/** The words of the questions. They are many, so they come with this page alone, the Spanish ones when wanted. */
import { useLingui } from '@lingui/react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useGamesConfig } from '../../shared/api/games-config.ts';
import english from '../../shared/i18n/en/faq-answers.json' with { type: 'json' };
import { i18n } from '../../shared/i18n/i18n.ts';
import { useLanguage } from '../../shared/i18n/language.ts';
import { figuresKey, toFigures, unknownFigures, type Figures } from './figures.ts';
import { sayAll, type QuestionGroup } from './questions.ts';

i18n.load('en', english);
// Until the Spanish ones have come, and where they cannot.
i18n.load('es', english);

export function useAnswers(): QuestionGroup[] {
  // Figures are written anew in another language, although nothing that they are made from has changed.
  'use no memo';
  const { _ } = useLingui();
  const language = useLanguage();
  useEffect(() => {
    if (language === 'es')
      void import('../../shared/i18n/es/faq-answers.json')
        .then(({ default: spanish }) => i18n.load('es', spanish satisfies typeof english))
        .catch(() => undefined);
  }, [language]);
  const { data: config } = useGamesConfig();
  const { data: prerendered } = useQuery<Figures>({ queryKey: figuresKey, queryFn: skipToken });
  const figures = config ? toFigures(config) : (prerendered ?? unknownFigures);
  return sayAll((key) => _(key, figures));
}
