/** The words of the questions. They are many, so they come with this page alone. */
import { useLingui } from '@lingui/react';
import { useGamesConfig } from '../../shared/api/games-config.ts';
import english from '../../shared/i18n/en/faq-answers.json' with { type: 'json' };
import { i18n } from '../../shared/i18n/i18n.ts';
import { toFigures, unknownFigures } from './figures.ts';
import { sayAll, type QuestionGroup } from './questions.ts';

i18n.load('en', english);

export function useAnswers(): QuestionGroup[] {
  const { _ } = useLingui();
  const { data: config } = useGamesConfig();
  const figures = config ? toFigures(config) : unknownFigures;
  return sayAll((key) => _(key, figures));
}
