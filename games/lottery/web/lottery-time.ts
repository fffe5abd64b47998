/** How the draw's times are written, in the player's own zone, and how long it is until then. */
import { useLanguage, type Language } from '@fairground/site-kit/i18n/language.ts';
import { byLanguage } from '@fairground/site-kit/i18n/locale.ts';
import { useTexts, type Translate } from './texts.ts';

const day = byLanguage((locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }));
/** Clocks of 24 hours are the same in every language. */
const locale = 'en-US';
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const clockWithSeconds = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

const dayMs = 86_400_000;

/** 15,129,000 → "04:12:09"; from two days on "2 d 04:12". */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const minutes = two(Math.floor(seconds / 60) % 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${two(hours % 24)}:${minutes}`;
  return `${two(hours)}:${minutes}:${two(seconds % 60)}`;
}

export interface DrawTimeFormat {
  /** "Nov 21" */
  formatDay: (at: string) => string;
  /** "Nov 21, 20:00", with seconds where the draw does not fall on a full minute. */
  formatMoment: (at: string) => string;
  /** "at 20:00" today, "on Nov 22, 20:00" on another day. */
  formatSoon: (at: string, nowMs: number) => string;
}

export function useDrawTimeFormat(): DrawTimeFormat {
  'use memo';
  return createDrawTimeFormat(useLanguage(), useTexts('page'));
}

export function createDrawTimeFormat(language: Language, t: Translate): DrawTimeFormat {
  const formatDay = (at: string | number): string => day(language).format(new Date(at));
  const formatMoment = (at: string): string => `${formatDay(at)}, ${formatClock(new Date(at))}`;
  return {
    formatDay,
    formatMoment,
    formatSoon(at, nowMs) {
      const isToday = formatDay(at) === formatDay(nowMs) && Math.abs(Date.parse(at) - nowMs) < dayMs;
      return isToday
        ? t('lottery.atTime', { time: formatClock(new Date(at)) })
        : t('lottery.onDay', { moment: formatMoment(at) });
    },
  };
}

const formatClock = (date: Date): string => {
  const onTheMinute = date.getTime() % 60_000 === 0;
  return (onTheMinute ? clock : clockWithSeconds).format(date);
};
