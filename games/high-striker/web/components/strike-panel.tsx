/** Target and stake with their odds, and the one large action. */
import {
  ActionDock,
  panelColumn,
  QuickStakes,
  StakeField,
  StakeNotice,
  stakeRange,
  useGameKeys,
  type GameClosed,
} from '@fairground/game-kit/web';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { byLanguage } from '@fairground/site-kit/i18n/locale.ts';
import { CoinIcon } from '@fairground/site-kit/art/icons.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { ChoiceGroup } from '@fairground/site-kit/ui/choice-group.tsx';
import { CoinAmount } from '@fairground/site-kit/ui/coin.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import type { StrikerConfig } from '../../contract.ts';
import { payoutCoins, strikerRules } from '../../rules.ts';
import { chanceOf, readTarget } from '../state.ts';
import { useT } from '../texts.ts';

interface StrikePanelProps {
  config: StrikerConfig | undefined;
  /** Undefined until the player is known. */
  balance: number | undefined;
  gameClosed: GameClosed;
  targetText: string;
  stake: number;
  busy: boolean;
  /** What went wrong last. */
  line: string;
  onTarget: (text: string) => void;
  onStake: (coins: number) => void;
  onStrike: (strike: { amount: number; target: number }) => void;
}

const defaultTargets = strikerRules.quickTargetsHundredths.map((hundredths) => hundredths / 100);

const toHundredths = (target: number): number => Math.round(target * 100);

export function StrikePanel(props: StrikePanelProps) {
  'use memo';
  const t = useT();
  const language = useLanguage();
  const { formatCoins, formatFactor, formatReturn, formatMultiplier } = useFormat();
  const { config, balance, gameClosed, targetText, stake, busy, line } = props;
  const target = readTarget(targetText);
  const min = config?.minBet ?? strikerRules.minStakeCoins;
  const step = config?.step ?? strikerRules.stakeStepCoins;
  const { max, amount, affordable } = stakeRange({
    stake,
    balance: balance ?? 0,
    min,
    max: config?.maxBet ?? min,
    step,
  });
  const limits = {
    min: formatMultiplier(strikerRules.minTargetHundredths / 100),
    max: formatFactor(strikerRules.maxTargetHundredths / 100),
  };
  const isLocked = busy || !affordable || gameClosed.closed;
  const ready = config !== undefined && affordable && !gameClosed.closed && target !== null;
  const strike = (): void => {
    if (ready && !busy) props.onStrike({ amount, target });
  };
  useGameKeys({
    keys: [['b', t('highStriker.strike'), strike]],
    stake: { coins: amount, min, max, step, disabled: isLocked, set: props.onStake },
  });
  return (
    <form
      aria-label={t('highStriker.panel')}
      className={panelColumn}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        strike();
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] items-start gap-x-3 gap-y-2 lg:grid-cols-1">
        <Field
          label={t('highStriker.target')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={8}
          value={targetText}
          hint={t('highStriker.targetHint', limits)}
          error={target === null ? t('highStriker.targetWrong', limits) : undefined}
          onChange={(event) => props.onTarget(event.currentTarget.value)}
        />
        <ChoiceGroup
          label={t('highStriker.quickTargets')}
          size="tile"
          values={config?.quickTargets ?? defaultTargets}
          chosen={target}
          textOf={(quick) => t('highStriker.times', { m: formatFactor(quick) })}
          onChoose={(quick) => props.onTarget(formatMultiplier(quick))}
          className="figures grid grid-cols-2 gap-2 pt-6.5 sm:grid-cols-4 sideways:grid-cols-2 lg:pt-0"
        />
      </div>
      <div>
        <span className="flex min-h-7 items-center gap-3 text-17 leading-6 font-bold">
          {t('highStriker.stake')} <CoinAmount coins={amount} className="text-20" />
        </span>
        <StakeField
          label={t('highStriker.stake')}
          amount={amount}
          min={min}
          max={max}
          step={step}
          disabled={isLocked}
          onChange={props.onStake}
        />
        <div className="mt-2 max-lg:hidden">
          <QuickStakes
            label={t('highStriker.stake')}
            amounts={config?.quickBets ?? strikerRules.quickStakesCoins}
            chosen={amount}
            max={max}
            disabled={isLocked}
            onChoose={props.onStake}
          />
        </div>
      </div>
      <StakeNotice gameClosed={gameClosed} balance={balance} minCoins={min} />
      <ActionDock>
        <Button
          size="action"
          type="submit"
          className="flex-wrap gap-x-3 sideways:min-h-14!"
          disabled={!ready}
          busy={busy}
        >
          {t('highStriker.strike')}
          <span className="figures inline-flex items-center gap-1.5" aria-hidden="true">
            {formatCoins(amount)}
            <CoinIcon size={22} />
          </span>
        </Button>
      </ActionDock>
      <div className="min-h-10 text-14 leading-5">
        <p role="alert" className="font-bold text-loss">
          {line}
        </p>
        {line === '' && (
          <p className="text-quiet">
            {affordable && config !== undefined && target !== null && (
              <>
                {t('highStriker.odds', {
                  chance: significantDigits(language).format(chanceOf(target, config.rtpBp)),
                  n: formatCoins(payoutCoins(amount, toHundredths(target))),
                })}{' '}
                {t('highStriker.return', { back: formatReturn(config.rtpBp) })}
              </>
            )}
          </p>
        )}
      </div>
    </form>
  );
}

/** Two decimals would round small chances to nothing. */
const significantDigits = byLanguage(
  (locale) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 }),
);
