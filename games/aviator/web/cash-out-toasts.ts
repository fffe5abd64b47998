/** A toast for each bet that is cashed out, by hand or automatically. */
import { useGameEvents } from '@fairground/game-kit/web';
import { useState } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { aviatorCache } from './stage/cache.ts';
import { useTexts } from './texts.ts';

export function useCashOutToasts(): void {
  const t = useTexts('page');
  const { formatCoins, formatTwoDecimals } = useFormat();
  const [told] = useState(() => new Set<string>());
  useGameEvents(aviatorCache.events, (event) => {
    if (event.type !== 'betEnded' || event.bet.outcome !== 'win' || told.has(event.bet.id)) return;
    // An answer that was on its way can bring the bet back as it was, to end once more.
    told.add(event.bet.id);
    // Its own line says it, and stays.
    if (event.bet.endedBy === 'parachute') return;
    const { amount, amountWon, cashOutMultiplier } = event.bet;
    toast({
      title: t('aviator.cashedOut'),
      description: t('aviator.cashedOutText', {
        n: formatCoins(amountWon),
        m: formatTwoDecimals(cashOutMultiplier ?? 1),
      }),
      // A return at or below the stake is reported, not celebrated.
      variant: amountWon > amount ? 'success' : 'default',
    });
  });
}
