/** The stub beside the stage: what the bet is on, how much, and the button. */
import { doubleTroubleRules } from '@fairground/game-double-trouble/rules';
import type { DrawType } from '@fairground/game-double-trouble/rules';
import { useState } from 'react';
import { readableError } from '../../shared/api/api-error.ts';
import { formatCoins, formatReturn } from '../../shared/format/format.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { CoinIcon } from '../../shared/scene/icons.tsx';
import { cue } from '../../shared/sound/sound.ts';
import { Button } from '../../shared/ui/button.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { AmountField } from './amount-field.tsx';
import { NumberPicker, TypePicker } from './pickers.tsx';
import type { DoubleTrouble } from './use-double-trouble.ts';

type BetPanelProps = { game: DoubleTrouble; balance: number; closed: boolean };

export function BetPanel({ game, balance, closed }: BetPanelProps) {
  const t = useT();
  const { config, state } = game;
  const [drawType, setDrawType] = useState<DrawType>('Under');
  const [number, setNumber] = useState<number | null>(null);
  const [stake, setStake] = useState<number>(doubleTroubleRules.defaultStakeCoins);
  const [busy, setBusy] = useState(false);
  const [line, setLine] = useState('');

  const step = config?.step ?? doubleTroubleRules.stakeStepCoins;
  const least = config?.minBet ?? doubleTroubleRules.minStakeCoins;
  const most = Math.min(config?.maxBet ?? least, Math.floor(balance / step) * step);
  const amount = Math.max(least, Math.min(stake, most));
  const figures = config?.bets.find((bet) => bet.drawType === drawType);
  const picked = drawType !== 'Number' || number !== null;
  const affordable = balance >= least;
  const placeable = picked && affordable && !closed && !state.failed && config !== undefined;

  async function place(): Promise<void> {
    if (!placeable || busy) return;
    setBusy(true);
    setLine('');
    try {
      const bet =
        drawType === 'Number' && number !== null ? { drawType, number, amount } : { drawType, amount };
      const placed = await game.placeBet(bet);
      cue('bet');
      toast({
        title: t('doubleTrouble.betPlaced'),
        description: t('doubleTrouble.betPlacedText', { n: placed.amount }),
        variant: 'success',
      });
    } catch (error) {
      setLine(readableError(error, t('error.unexpected')));
    } finally {
      setBusy(false);
    }
  }

  const pickNumber = (next: number): void => {
    setDrawType('Number');
    setNumber(next);
  };

  return (
    <section aria-label={t('doubleTrouble.betPanel')} className="grid gap-2 lg:gap-4">
      <TypePicker config={config} chosen={drawType} onChoose={setDrawType} />
      <NumberPicker max={config?.max ?? 30} drawType={drawType} number={number} onPick={pickNumber} />
      <AmountField
        amount={amount}
        least={least}
        most={most}
        step={step}
        quick={config?.quickBets ?? doubleTroubleRules.quickStakesCoins}
        disabled={busy || !affordable}
        onChange={setStake}
      />
      <Button
        size="action"
        className="flex-wrap gap-x-3"
        disabled={!placeable}
        busy={busy}
        onClick={() => void place()}
      >
        {picked ? t('doubleTrouble.placeBet') : t('doubleTrouble.pickNumber')}
        {picked && (
          <span className="figures inline-flex items-center gap-1.5" aria-hidden="true">
            {formatCoins(amount)}
            <CoinIcon size={22} />
          </span>
        )}
      </Button>
      <p role="alert" className={line === '' ? 'sr-only' : 'text-[14px] leading-5 font-bold text-loss'}>
        {line}
      </p>
      <p className="hidden min-h-10 text-[14px] leading-5 text-quiet lg:block">
        {!affordable
          ? t('doubleTrouble.tooFew', { n: least })
          : figures &&
            t('doubleTrouble.returns', {
              n: formatCoins(amount),
              paid: formatCoins(Math.floor((amount * Math.round(figures.multiplier * 100)) / 100)),
              back: formatReturn(figures.rtpBp),
            })}
      </p>
    </section>
  );
}
