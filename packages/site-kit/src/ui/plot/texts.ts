/** The texts of plots, which come with them. */
import english from './messages/en.json' with { type: 'json' };
import { pageTexts } from '../../i18n/page-texts.ts';

export const usePlotTexts = pageTexts<typeof english>({
  en: english,
  es: () => import('./messages/es.json'),
});
