/**
 * Watching one poster: begun by a call, counted while the page can be seen, claimed by a call. The count is
 * for the eyes; the server's clock decides, and refuses what comes too early.
 */
import { adCompleteAnswer, adStartAnswer, type AdStartAnswer } from '@fairground/contract/ads';
import { useEffect, useEffectEvent, useState } from 'react';
import { isApiError, readableError } from '@fairground/site-kit/api/api-error.ts';
import { postCoins, request } from '@fairground/site-kit/api/request.ts';
import { setUser } from '@fairground/site-kit/session/session.ts';
import { cue } from '@fairground/site-kit/sound/sound.ts';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { useTexts } from '../../texts.ts';

export type Ad =
  | { phase: 'offer' | 'starting' | 'none' }
  | { phase: 'watching' | 'claiming'; view: AdStartAnswer; seenMs: number; resting: boolean }
  | { phase: 'done'; coins: number; left: number; creative: AdStartAnswer['creative'] }
  | { phase: 'failed'; message: string };

const pollMs = 100;
/** A claim is retried after this time where our count ran ahead of the server's clock. */
const claimRetryMs = 700;
const claimTries = 6;

export function useAd(): { ad: Ad; start(): Promise<void> } {
  'use memo';
  const t = useTexts('ads');
  const [ad, setAd] = useState<Ad>({ phase: 'offer' });

  const fail = (error: unknown): void =>
    setAd(
      isApiError(error) && error.code === 'limit_reached'
        ? { phase: 'none' }
        : { phase: 'failed', message: reasonOf(error) },
    );

  // Lists of ads contain the address of these calls, so a browser that stops one is no sign that the site is away.
  const reasonOf = (error: unknown): string =>
    isApiError(error) && error.code === 'network'
      ? t('ads.stopped')
      : readableError(error, t('error.unexpected'));

  async function start(): Promise<void> {
    setAd({ phase: 'starting' });
    try {
      const view = await request('/ads/start', { method: 'POST', body: {}, answer: adStartAnswer });
      setAd({ phase: 'watching', view, seenMs: 0, resting: false });
    } catch (error) {
      fail(error);
    }
  }

  const claim = useEffectEvent(async (view: AdStartAnswer): Promise<void> => {
    try {
      const { user, coins, left } = await claimUntilFinished(view.id);
      setUser(user);
      setAd({ phase: 'done', coins, left, creative: view.creative });
      cue('win');
      toast({ title: t('ads.toast'), description: t('ads.toastText', { coins }), variant: 'success' });
    } catch (error) {
      fail(error);
    }
  });

  const view = ad.phase === 'watching' || ad.phase === 'claiming' ? ad.view : null;
  useEffect(() => {
    if (view === null) return;
    let lastMs = performance.now();
    let seenMs = 0;
    const timer = setInterval(() => {
      const nowMs = performance.now();
      const resting = document.visibilityState === 'hidden';
      // A page that was suspended was not watched, however much time has passed.
      if (!resting) seenMs += Math.min(nowMs - lastMs, pollMs * 5);
      lastMs = nowMs;
      const isOver = seenMs >= view.seconds * 1000;
      setAd({ phase: isOver ? 'claiming' : 'watching', view, seenMs, resting });
      if (!isOver) return;
      clearInterval(timer);
      void claim(view);
    }, pollMs);
    return () => clearInterval(timer);
  }, [view]);

  return { ad, start };
}

async function claimUntilFinished(id: string) {
  for (let tries = 1; ; tries++) {
    try {
      return await postCoins('/ads/complete', { id }, adCompleteAnswer);
    } catch (error) {
      const early = isApiError(error) && error.code === 'ad_not_finished';
      if (!early || tries === claimTries) throw error;
      await new Promise((resume) => setTimeout(resume, claimRetryMs));
    }
  }
}
