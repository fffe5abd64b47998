/** What a bet gives back on average, in the words of the panel and of auto-play. */
import { useGameConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { aviatorRules, parseHundredths, returnBp } from '../rules.ts';
import { configKey } from './api.ts';
import { parseAutoCashOut } from './components/auto-cash-out-field.tsx';
import { useTexts } from './texts.ts';

/** From here on, what rounding costs is said. */
const worthSayingBp = 50;

/** Exact for the stake where an automatic cash-out is set. Where it is not, the player will choose the multiplier. */
export function useReturnText({ stake, autoText }: { stake: number | null; autoText: string }): string {
  const t = useTexts('page');
  const format = useFormat();
  const { formatReturn, formatTwoDecimals } = format;
  const rtpBp = useGameConfig(configKey).data?.rtpBp ?? aviatorRules.rtpBp;
  const auto = parseAutoCashOut(autoText, format);
  const hundredths = typeof auto === 'number' ? parseHundredths(auto) : null;
  if (hundredths === null || stake === null || stake === 0)
    return t('aviator.return', { n: formatReturn(rtpBp) });
  const exactBp = returnBp(stake, hundredths, rtpBp);
  const text = t('aviator.returnAt', {
    m: formatTwoDecimals(hundredths / 100),
    n: formatReturn(exactBp),
  });
  const costBp = rtpBp - exactBp;
  if (costBp <= worthSayingBp) return text;
  return `${text} ${t('aviator.returnRounded', { n: formatReturn(costBp) })}`;
}
