/** What the check of a proof came to, in words and in full. Comes with the first check. */
import Check from '@fairground/site-kit/icons/check';
import Hourglass from '@fairground/site-kit/icons/hourglass';
import X from '@fairground/site-kit/icons/x';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { Announce } from '@fairground/site-kit/ui/announce.tsx';
import { quicknet } from '@fairground/fairness/beacon-rounds';
import type { Checked } from '../../game-parts/check-proof.ts';
import { useSignature } from '../../game-parts/use-signature.ts';
import { Row } from './row.tsx';
import { useTexts } from '../../texts.ts';

export default function Result({ checked }: { checked: Checked }) {
  const t = useTexts('proof', 'fairness');
  const { proof, verdict, chain, meaning, level } = checked;
  const { beacon } = verdict;
  const isBeaconSigned = useSignature(beacon);
  const fault = isBeaconSigned === false ? 'beacon_mismatch' : verdict.fault;
  const sealed = fault === 'not_revealed';
  const isValid = fault === null && chain?.isLinked !== false;
  const isChecking = Boolean(beacon) && isBeaconSigned === null;
  const outcome = sealed
    ? t('fairness.sealed')
    : isChecking
      ? t('fairness.checking')
      : isValid
        ? t('fairness.holds')
        : t('fairness.fails');
  return (
    <div className="grid gap-4 border-t-[3px] border-dotted border-rule pt-5">
      <Announce text={outcome} />
      <div className="grid gap-1">
        <p className="flex items-center gap-2 text-20 leading-7 font-bold">
          <Mark state={sealed || isChecking ? 'sealed' : isValid ? 'valid' : 'fails'} />
          <span>{outcome}</span>
        </p>
        <p className="text-quiet">{t(meaning, { id: proof.id })}</p>
        {sealed && <p>{t(checked.sealed)}</p>}
        {!sealed && fault !== null && <p className="text-loss">{t(`fairness.fault.${fault}`)}</p>}
      </div>
      <dl className="grid gap-3">
        <Row name={t('fairness.computed')}>{verdict.computed ?? t('fairness.none')}</Row>
        <Row name={t('fairness.published')}>{verdict.published ?? t('fairness.none')}</Row>
        <Row name={t('fairness.level')}>{t(`fairness.level.${level}`)}</Row>
        {!sealed && (
          <Row name={t('fairness.opens')}>
            {verdict.fault === 'commitment_mismatch' ? t('fairness.no') : t('fairness.yes')}
          </Row>
        )}
        {chain !== null && (
          <Row name={t('fairness.chain')}>
            {chain.isLinked === null
              ? t('fairness.chainLong', { n: chain.round })
              : chain.isLinked
                ? t('fairness.yes')
                : t('fairness.no')}
          </Row>
        )}
      </dl>
      <p className="max-w-[60ch] text-14 leading-5 text-quiet">{t('fairness.hashes')}</p>
      <dl className="grid gap-3">
        <Row name={t('fairness.commitment')} mono>
          {proof.commitment}
        </Row>
        <Row name={t('fairness.seed')} mono={proof.seed !== null}>
          {proof.seed ?? t('fairness.none')}
        </Row>
        {beacon && (
          <>
            <Row name={t('fairness.beacon')} mono>
              {beacon.value.randomness}
            </Row>
            <Row name={t('fairness.beaconRound')}>
              {beacon.chain.hash === quicknet.hash
                ? t('fairness.beaconQuicknet', { n: beacon.value.round })
                : t('fairness.beaconOther', { n: beacon.value.round })}
            </Row>
            <Row name={t('fairness.beaconSigned')}>
              {isBeaconSigned === null
                ? t('fairness.checking')
                : isBeaconSigned
                  ? t('fairness.yes')
                  : t('fairness.no')}
            </Row>
          </>
        )}
      </dl>
      {verdict.published !== null && (
        <p>
          <Link
            to={`/rounds/${proof.game}/${encodeURIComponent(proof.id)}`}
            className="text-info underline underline-offset-3"
          >
            {t('fairness.round')}
          </Link>
        </p>
      )}
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-bold">{t('fairness.raw')}</summary>
        <pre className="overflow-x-auto rounded-control bg-ground p-4 text-13 leading-5 break-all whitespace-pre-wrap">
          {JSON.stringify(proof, null, 2)}
        </pre>
      </details>
    </div>
  );
}

function Mark({ state }: { state: 'valid' | 'fails' | 'sealed' }) {
  switch (state) {
    case 'valid':
      return <Check aria-hidden className="size-6 stroke-3 text-win" />;
    case 'fails':
      return <X aria-hidden className="size-6 stroke-3 text-loss" />;
    case 'sealed':
      return <Hourglass aria-hidden className="size-6 stroke-3 text-coin" />;
  }
}
