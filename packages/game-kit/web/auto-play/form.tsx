/** The form of auto-play, and in one line of plain language what it will do. */
import { useId, useState, type ReactNode } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Dialog } from '@fairground/site-kit/ui/dialog.tsx';
import { Field, inputClass } from '@fairground/site-kit/ui/field.tsx';
import { useStakeRule } from '../stake-rule.ts';
import { faultsOf, maxRounds, stakeRules, type AutoPlayPlan, type StakeRule } from './plan.ts';
import type { AutoPlaySetup } from './setup.ts';
import { useTexts } from '../texts.ts';

interface AutoPlayFormProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  setup: AutoPlaySetup;
  onStart: (plan: AutoPlayPlan) => void;
}

const defaultRounds = '20';

export function AutoPlayForm({ open, onOpenChange, setup, onStart }: AutoPlayFormProps) {
  const t = useTexts('auto-play');
  const { formatCoins, readCoins } = useFormat();
  const stakeRule = useStakeRule({ ...setup.limits, max: setup.maxStake });
  const [rounds, setRounds] = useState(defaultRounds);
  const [afterWin, setAfterWin] = useState<StakeRule>('same');
  const [afterLoss, setAfterLoss] = useState<StakeRule>('same');
  const [stopLoss, setStopLoss] = useState('');
  const [stopProfit, setStopProfit] = useState('');
  const plan: AutoPlayPlan = {
    rounds: readCoins(rounds),
    firstStake: setup.firstStake ?? setup.limits.min,
    afterWin,
    afterLoss,
    stopLoss: readCoins(stopLoss),
    stopProfit: stopProfit.trim() === '' ? null : readCoins(stopProfit),
  };
  const faults = faultsOf(plan);
  const obstacle = setup.firstStake === null ? t('auto.needsStake', { rule: stakeRule }) : setup.obstacle;
  const isReady = faults.length === 0 && obstacle === null;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('auto.title')}
      description={t('auto.intro')}
      className="max-w-[640px]"
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onStart(plan);
        }}
      >
        {setup.fields}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t('auto.rounds')}
            inputMode="numeric"
            autoComplete="off"
            value={rounds}
            hint={t('auto.roundsHint', { max: formatCoins(maxRounds) })}
            error={
              faults.includes('rounds') ? t('auto.roundsFault', { max: formatCoins(maxRounds) }) : undefined
            }
            onChange={({ currentTarget }) => setRounds(currentTarget.value)}
          />
          <Field
            label={t('auto.stopLoss')}
            inputMode="numeric"
            autoComplete="off"
            required
            value={stopLoss}
            hint={t('auto.stopLossHint')}
            error={
              stopLoss !== '' && faults.includes('stopLoss')
                ? t('auto.stopLossFault', { min: formatCoins(plan.firstStake) })
                : undefined
            }
            onChange={({ currentTarget }) => setStopLoss(currentTarget.value)}
          />
          <RuleField label={t('auto.afterWin')} rule={afterWin} onChange={setAfterWin} />
          <RuleField label={t('auto.afterLoss')} rule={afterLoss} onChange={setAfterLoss} />
          <Field
            label={t('auto.stopProfit')}
            inputMode="numeric"
            autoComplete="off"
            value={stopProfit}
            hint={t('auto.stopProfitHint')}
            error={faults.includes('stopProfit') ? t('auto.stopProfitFault') : undefined}
            onChange={({ currentTarget }) => setStopProfit(currentTarget.value)}
          />
        </div>
        <div className="grid gap-2 rounded-control bg-raised p-4 text-15 leading-6" data-part="auto-line">
          <p aria-live="polite">
            {obstacle ?? (
              <>
                <span>{`${setup.how} `}</span>
                <span>
                  {isReady
                    ? t('auto.line', {
                        rounds: plan.rounds,
                        shown: formatCoins(plan.rounds),
                        stake: formatCoins(plan.firstStake),
                        afterWin: t(`auto.rule.inLine.${afterWin}`),
                        afterLoss: t(`auto.rule.inLine.${afterLoss}`),
                        stopLoss: formatCoins(plan.stopLoss),
                        profit:
                          plan.stopProfit === null
                            ? ''
                            : t('auto.lineProfit', { n: formatCoins(plan.stopProfit) }),
                      })
                    : t('auto.lineMissing')}
                </span>
              </>
            )}
          </p>
          <p className="text-quiet">{t('auto.honest', { returns: setup.returns })}</p>
        </div>
        <Button size="large" type="submit" disabled={!isReady}>
          {t('auto.start')}
        </Button>
      </form>
    </Dialog>
  );
}

interface RuleFieldProps {
  label: ReactNode;
  rule: StakeRule;
  onChange: (rule: StakeRule) => void;
}

function RuleField({ label, rule, onChange }: RuleFieldProps) {
  const t = useTexts('auto-play');
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-14 leading-5 font-bold">
        {label}
      </label>
      <select
        id={id}
        className={inputClass}
        value={rule}
        onChange={({ currentTarget }) => onChange(currentTarget.value as StakeRule)}
      >
        {stakeRules.map((each) => (
          <option key={each} value={each}>
            {t(`auto.rule.${each}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
