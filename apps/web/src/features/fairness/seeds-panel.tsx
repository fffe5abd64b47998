/** The player's own seed pair, and the form that opens it and takes the next one. */
import {
  rotateSeedsAnswer,
  clientSeedBody,
  seedsSchema,
  type RotateSeedsAnswer,
  type Seeds,
} from '@fairground/contract/seeds';
import { useState } from 'react';
import { onSessionEnd } from '@fairground/site-kit/session/session.ts';
import { isApiError } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { changeResource, forgetResources, useResource } from '@fairground/site-kit/api/resource.ts';
import { useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { LoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { Row } from './row.tsx';
import { useTexts } from '../../texts.ts';

const seedsKey = 'fairness seeds';

// They are the player's.
onSessionEnd(forgetResources);

export default function SeedsPanel() {
  'use memo';
  const t = useTexts('fairness');
  const seeds = useResource<Seeds>({
    key: seedsKey,
    load: () => request('/fairness/seeds', { answer: seedsSchema }),
    staleMs: 0,
  });
  const [previous, setPrevious] = useState<RotateSeedsAnswer['previous'] | null>(null);
  if (seeds.error !== null && !seeds.data)
    return <LoadFailed text={t('fairness.seedsFailed')} retry={seeds.reload} />;
  return (
    <>
      <p className="max-w-[60ch] text-quiet">{t('fairness.hashes')}</p>
      {seeds.data ? <Pair seeds={seeds.data} /> : <Skeleton className="h-64 w-full" />}
      <RotateForm onRotated={setPrevious} onUnknown={() => void seeds.reload()} />
      <div role="status">{previous && <Opened previous={previous} />}</div>
    </>
  );
}

function Pair({ seeds }: { seeds: Seeds }) {
  const t = useTexts('fairness');
  return (
    <dl className="grid gap-3">
      <Row name={t('fairness.serverSeal')} mono>
        {seeds.commitment}
      </Row>
      <Row name={t('fairness.clientSeed')} mono>
        <span>{seeds.clientSeed}</span>
        <span className="block font-sans text-quiet">
          {seeds.clientSeedSource === 'server' ? t('fairness.weaker') : t('fairness.own')}
        </span>
      </Row>
      <Row name={t('fairness.nonce')}>{seeds.nonce}</Row>
      <Row name={t('fairness.nextSeal')} mono>
        {seeds.nextCommitment}
      </Row>
    </dl>
  );
}

interface RotateFormProps {
  onRotated: (previous: RotateSeedsAnswer['previous']) => void;
  /** Whether they were rotated is unknown. */
  onUnknown: () => void;
}

function RotateForm({ onRotated, onUnknown }: RotateFormProps) {
  'use memo';
  const t = useTexts('fairness');
  const { onSubmit, field, failure, busy, setValue, reset } = useContractForm({
    schema: () => Promise.resolve(clientSeedBody),
    sentenceOf: () => 'fairness.newHint',
    send: async (body) => {
      try {
        const path = '/fairness/seeds/rotate';
        const rotated = await request(path, { method: 'POST', body, answer: rotateSeedsAnswer });
        changeResource<Seeds>(seedsKey, () => rotated.current);
        onRotated(rotated.previous);
      } catch (thrown) {
        if (!isApiError(thrown) || thrown.status === 0) onUnknown();
        throw thrown;
      }
    },
    onDone: () => reset(),
  });
  const { error, ...input } = field('clientSeed');

  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-4">
      <Field
        label={t('fairness.newClientSeed')}
        hint={t('fairness.newHint')}
        error={error ?? failure ?? undefined}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        {...input}
        trailing={
          <Button variant="quiet" size="small" onClick={() => setValue('clientSeed', randomSeed())}>
            {t('fairness.random')}
          </Button>
        }
      />
      <Button type="submit" busy={busy} className="justify-self-start">
        {t('fairness.rotate')}
      </Button>
    </form>
  );
}

function Opened({ previous }: { previous: RotateSeedsAnswer['previous'] }) {
  const t = useTexts('fairness');
  return (
    <div className="grid gap-3 border-t-[3px] border-dotted border-rule pt-5">
      <h3 className="text-17 leading-6 font-bold">{t('fairness.rotated')}</h3>
      <p className="text-quiet">{t('fairness.rotatedText', { n: previous.nonces })}</p>
      <dl className="grid gap-3">
        <Row name={t('fairness.seed')} mono>
          {previous.serverSeed}
        </Row>
        <Row name={t('fairness.serverSeal')} mono>
          {previous.commitment}
        </Row>
        <Row name={t('fairness.clientSeed')} mono>
          {previous.clientSeed}
        </Row>
      </dl>
    </div>
  );
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Sixteen of 64 signs: 96 bits that the site had no hand in. */
const randomSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => alphabet[byte % 64]).join('');
