/** Amounts of coins, with the coin. */
import { useFormat } from '../format/format.ts';
import { useT } from '../i18n/i18n.ts';
import { CoinIcon } from '../art/icons.tsx';
import { cn } from './cn.ts';

/** A screen reader reads "50 coins". */
export function CoinAmount({ coins, className }: { coins: number; className?: string }) {
  const t = useT();
  const { formatCoins } = useFormat();
  return (
    <span className={cn('figures inline-flex items-center gap-1.5 font-bold', className)}>
      <CoinIcon size={22} className="shrink-0" />
      <span aria-hidden>{formatCoins(coins)}</span>
      <span className="sr-only">{t('coins.amount', { coins })}</span>
    </span>
  );
}
