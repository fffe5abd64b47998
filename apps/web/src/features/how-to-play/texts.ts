/** The words of the guides, which come with this page alone. */
import guide from '../../shared/i18n/en/guide.json' with { type: 'json' };
import { pageTexts } from '../../shared/i18n/page-texts.ts';

export const useTexts = pageTexts(guide, () => import('../../shared/i18n/es/guide.json'));
export type GuideKey = keyof typeof guide;
