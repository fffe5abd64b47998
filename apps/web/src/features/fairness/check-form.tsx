/** Names a result, or takes a proof as text, and shows what recomputing it came to. */
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { useSearchParams } from '@fairground/site-kit/router/router.tsx';
import { gamesByPlace } from '../../game-parts/list.ts';
import { isApiError, readableError } from '@fairground/site-kit/api/api-error.ts';
import { useResource } from '@fairground/site-kit/api/resource.ts';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field, inputClass } from '@fairground/site-kit/ui/field.tsx';
import type { Checked } from '../../game-parts/check-proof.ts';
import { useTexts } from '../../texts.ts';

const games = gamesByPlace('proof');
const loadChecks = () => import('../../game-parts/check-proof.ts');
const Result = lazyPart(async () => (await import('./result.tsx')).default);

export interface NamedResult {
  game: string;
  id: string;
}

/** What an address such as `/fairness?game=GAME&id=7` names. */
export function resultNamedIn(params: URLSearchParams): NamedResult | null {
  const game = games.find(({ id }) => id === params.get('game'));
  return game === undefined ? null : { game: game.id, id: params.get('id') ?? '' };
}

const textIn = (form: HTMLFormElement, name: string): string => {
  const text = new FormData(form).get(name);
  return typeof text === 'string' ? text : '';
};

export function CheckForm({ named }: { named: NamedResult | null }) {
  'use memo';
  const t = useTexts('fairness');
  const [, setParams] = useSearchParams();
  const section = useRef<HTMLElement>(null);
  // What the address names is further down the page.
  const showNamed = useEffectEvent(() => named?.id && section.current?.scrollIntoView());
  useEffect(() => void showNamed(), []);
  const [wanted, setWanted] = useState(named?.id ? named : null);
  const [missing, setMissing] = useState(false);
  /** The check of a text: undefined before the first one, null for a text that is no proof. */
  const [pasted, setPasted] = useState<Checked | null | undefined>(undefined);
  const published = useResource<Checked | null>({
    key: `fairness proof ${wanted?.game} ${wanted?.id}`,
    load: async () => {
      if (wanted === null) return null;
      const { checkPublished } = await loadChecks();
      return checkPublished(wanted.game, wanted.id);
    },
    // Checked again with each visit.
    staleMs: wanted === null ? null : 0,
  });
  const busy = published.isLoading;
  const checked = pasted ?? (busy ? null : published.data) ?? null;
  const error = missing
    ? t('fairness.idMissing')
    : published.error !== null && !busy && pasted === undefined
      ? isApiError(published.error) && published.error.status === 404
        ? t('fairness.notFound')
        : readableError(published.error, t('error.unexpected'))
      : undefined;

  // The inputs belong to the browser, so that what is entered before the page is live counts.
  async function checkPasted(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const text = textIn(event.currentTarget, 'proof');
    setMissing(false);
    const { checkText } = await loadChecks();
    setPasted(checkText(text));
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const next = { game: textIn(form, 'game'), id: textIn(form, 'id').trim() };
    setMissing(next.id === '');
    setPasted(undefined);
    if (next.id === '') return;
    setParams({ ...next }, { replace: true, preventScrollReset: true });
    if (wanted?.game === next.game && wanted.id === next.id) void published.reload();
    else setWanted(next);
  }

  return (
    <section
      ref={section}
      aria-labelledby="fairness-form"
      className="grid gap-5 rounded-panel bg-panel p-5 md:p-6"
    >
      <h2 id="fairness-form" className="text-20 leading-7 font-bold">
        {t('fairness.form')}
      </h2>
      <form onSubmit={submit} noValidate className="grid items-start gap-4 md:grid-cols-[200px_1fr_auto]">
        <div className="grid gap-1.5">
          <label htmlFor="fairness-game" className="text-14 leading-5 font-bold">
            {t('fairness.game')}
          </label>
          <select
            id="fairness-game"
            name="game"
            className={inputClass}
            defaultValue={named?.game ?? games[0]?.id}
          >
            {games.map(({ id: game, proof }) => (
              <option key={game} value={game}>
                {t(proof.label)}
              </option>
            ))}
          </select>
        </div>
        <Field
          label={t('fairness.id')}
          name="id"
          defaultValue={named?.id ?? ''}
          maxLength={64}
          autoComplete="off"
          error={error}
        />
        <Button type="submit" busy={busy} className="md:mt-[26px]">
          {busy ? t('fairness.checking') : t('fairness.check')}
        </Button>
      </form>
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-bold">{t('fairness.paste')}</summary>
        <form onSubmit={(event) => void checkPasted(event)} className="grid gap-3 pt-2">
          <label htmlFor="fairness-text" className="text-14 leading-5 font-bold">
            {t('fairness.pasteLabel')}
          </label>
          <textarea
            id="fairness-text"
            name="proof"
            rows={6}
            spellCheck={false}
            className={`${inputClass} py-3 font-mono`}
            aria-invalid={pasted === null || undefined}
            aria-describedby={pasted === null ? 'fairness-text-error' : undefined}
          />
          {pasted === null && (
            <p id="fairness-text-error" className="text-14 leading-5 text-loss">
              {t('fairness.pasteInvalid')}
            </p>
          )}
          <Button type="submit" variant="secondary" className="justify-self-start">
            {t('fairness.pasteCheck')}
          </Button>
        </form>
      </details>
      {checked && (
        <LazyBoundary fallback={null}>
          <Result checked={checked} />
        </LazyBoundary>
      )}
    </section>
  );
}
