/** What the monitor's page says of the bet that it imagines in every round. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import english from './messages/en/monitor.json' with { type: 'json' };

const useT = pageTexts<typeof english>({
  en: english,
  es: () => import('./messages/es/monitor.json'),
});

export default function useImaginedBet(): string {
  return useT()('doubleTrouble.imagined');
}
