/** A moment in the player's own zone, with its day. */
import { byLocale } from '../../shared/i18n/locale.ts';

const format = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
);

export const formatMoment = (at: string): string => format().format(new Date(at));
