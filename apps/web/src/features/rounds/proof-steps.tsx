/** The proof of a round, step by step. Each step is computed here, in the browser. */
import Check from '@fairground/site-kit/icons/check';
import Hourglass from '@fairground/site-kit/icons/hourglass';
import X from '@fairground/site-kit/icons/x';
import { useMemo, type ReactNode } from 'react';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { checkInput, type Checked } from '../../game-parts/check-proof.ts';
import { useSignature } from '../../game-parts/use-signature.ts';
import { useTexts } from '../../texts.ts';

/** `stated` is what the site states, and no browser can find out. */
type State = 'yes' | 'no' | 'unknown' | 'stated';

export default function ProofSteps({ proof: input }: { proof: unknown }) {
  'use memo';
  const t = useTexts('rounds', 'proof');
  const checked = useMemo(() => checkInput(input), [input]);
  const isSigned = useSignature(checked?.verdict.beacon);
  if (checked === null) return <p className="text-loss">{t('fairness.fault.malformed')}</p>;
  const { proof, verdict, level } = checked;
  const isSealed = verdict.fault === 'not_revealed';
  const isValid = verdict.ok && checked.chain?.isLinked !== false && isSigned !== false;
  const isChecking = Boolean(verdict.beacon) && isSigned === null;
  return (
    <>
      <p className="flex items-center gap-2 text-17 leading-6 font-bold" data-part="verdict">
        <Mark state={isSealed || isChecking ? 'unknown' : isValid ? 'yes' : 'no'} />
        <span>
          {isSealed
            ? t('fairness.sealed')
            : isChecking
              ? t('rounds.checking')
              : isValid
                ? t('fairness.holds')
                : t('fairness.fails')}
        </span>
      </p>
      {isVoidReason(proof.voidReason) && <p>{t(voidTexts[proof.voidReason])}</p>}
      <ol className="grid gap-5">
        {stepsOf(checked, isSigned).map(({ title, state, text, bytes }, at) => (
          <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
            <span
              aria-hidden
              className="figures row-span-2 grid size-8 place-items-center rounded-full bg-raised text-14 font-bold"
            >
              {at + 1}
            </span>
            <p className="flex min-h-8 items-center gap-2 font-bold">
              <span>{t(title)}</span>
              <Mark state={state} />
              {state !== 'stated' && <span className="sr-only">{t(stateText[state])}</span>}
            </p>
            <div className="grid gap-1 text-14 leading-5">
              <p className="text-quiet">{t(text)}</p>
              {bytes !== null && <p className="font-mono break-all">{bytes}</p>}
            </div>
          </li>
        ))}
      </ol>
      {isSealed && <p>{t(checked.sealed)}</p>}
      {level !== 'outside' && <p className="text-14 leading-5 text-quiet">{t(`fairness.level.${level}`)}</p>}
      <p>
        <Link
          to={`/fairness?game=${proof.game}&id=${encodeURIComponent(proof.id)}`}
          className="text-info underline underline-offset-3"
        >
          {t('rounds.completeProof')}
        </Link>
      </p>
    </>
  );
}

const voidTexts = {
  clock: 'rounds.voidClock',
  late_seal: 'rounds.voidLateSeal',
  no_beacon: 'rounds.voidNoBeacon',
  no_seed: 'rounds.voidNoSeed',
  operator: 'rounds.voidOperator',
  restore: 'rounds.voidRestore',
  stopped: 'rounds.voidStopped',
} as const;

const isVoidReason = (reason: string | undefined): reason is keyof typeof voidTexts =>
  reason !== undefined && Object.hasOwn(voidTexts, reason);

const stateText = { yes: 'fairness.yes', no: 'fairness.no', unknown: 'rounds.notYet' } as const;

interface Step {
  title:
    | 'rounds.stepSeal'
    | 'rounds.stepSeed'
    | 'rounds.stepChain'
    | 'rounds.stepBeacon'
    | 'rounds.stepResult';
  state: State;
  text:
    | 'rounds.stepSealText'
    | 'rounds.stepSeedText'
    | 'rounds.stepSeedSealed'
    | 'rounds.stepChainText'
    | 'rounds.stepChainLong'
    | 'rounds.stepBeaconText'
    | 'rounds.stepResultText'
    | 'rounds.stepResultSealed';
  bytes: ReactNode;
}

function stepsOf({ proof, verdict, chain }: Checked, isSigned: boolean | null): Step[] {
  const { fault } = verdict;
  const isSealed = fault === 'not_revealed';
  const isReadable = fault !== 'malformed' && fault !== 'unknown_algorithm';
  const opens = isReadable && fault !== 'commitment_mismatch';
  const steps: Step[] = [
    { title: 'rounds.stepSeal', state: 'stated', text: 'rounds.stepSealText', bytes: proof.commitment },
    {
      title: 'rounds.stepSeed',
      state: isSealed ? 'unknown' : opens ? 'yes' : 'no',
      text: isSealed ? 'rounds.stepSeedSealed' : 'rounds.stepSeedText',
      bytes: proof.seed,
    },
  ];
  if (chain !== null) {
    steps.push({
      title: 'rounds.stepChain',
      state: chain.isLinked === null ? 'unknown' : chain.isLinked ? 'yes' : 'no',
      text: chain.isLinked === null ? 'rounds.stepChainLong' : 'rounds.stepChainText',
      bytes: null,
    });
  }
  if (verdict.beacon) {
    steps.push({
      title: 'rounds.stepBeacon',
      state: isSigned === null ? 'unknown' : isSigned ? 'yes' : 'no',
      text: 'rounds.stepBeaconText',
      bytes: `${verdict.beacon.value.round}: ${verdict.beacon.value.randomness}`,
    });
  }
  steps.push({
    title: 'rounds.stepResult',
    state: isSealed ? 'unknown' : verdict.ok ? 'yes' : 'no',
    text: isSealed ? 'rounds.stepResultSealed' : 'rounds.stepResultText',
    bytes: verdict.computed,
  });
  return steps;
}

function Mark({ state }: { state: State }) {
  switch (state) {
    case 'yes':
      return <Check aria-hidden className="size-5 shrink-0 stroke-3 text-win" />;
    case 'no':
      return <X aria-hidden className="size-5 shrink-0 stroke-3 text-loss" />;
    case 'stated':
      return null;
    case 'unknown':
      return <Hourglass aria-hidden className="size-5 shrink-0 stroke-3 text-coin" />;
  }
}
