import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import type { StakeLimits } from './stake.ts';

/** Which stakes there are, in words: "100 to 1,100 in steps of 100". */
export function useStakeRule({ min, max, step }: StakeLimits): string {
  const t = useT();
  const { formatCoins } = useFormat();
  return t('stake.rule', { min: formatCoins(min), max: formatCoins(max), step: formatCoins(step) });
}
