/** A flight on the page over a slow and uneven connection, frame by frame, and an automatic cash-out in flight. */
import type { Page } from '@playwright/test';
import {
  betIsNotPlaced,
  countdown,
  crash,
  flight,
  longestFlightMs,
  newestBid,
  placeBet,
} from './page-steps.ts';
import { expect, expectSoundBooks, pillCoins, test, toastOf } from '../../../e2e/fixtures.ts';

// A bet that arrives as the rocket starts is placed again.
test.use({ expectedErrors: [/409 .*\/api\/aviator\/create/] });

const latencyMs = 150;
/** Added to the latency, message by message. */
const jitterMs = [0, 40, 5, 120, 60, 15, 90, 200, 10, 30];
const rounds = 3;

interface Shown {
  text: string;
  isCrashed: boolean;
}

declare global {
  interface Window {
    shownFrames: Shown[];
  }
}

/** The countdown of the test site would replace the crash immediately: its first seconds are dropped. */
const isFirstSeconds = (message: string | Buffer): boolean =>
  /aviatorCountdown_response/.test(String(message)) && /"countdown":[5-9]/.test(String(message));

/** Delays each message in both directions, in order. */
const delayMessages = (page: Page) =>
  page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    let messages = 0;
    const delayed = (send: (message: string | Buffer) => void) => {
      let before = Promise.resolve();
      return (message: string | Buffer) => {
        const waitMs = latencyMs + (jitterMs[messages++ % jitterMs.length] ?? 0);
        const isDue = new Promise((resolve) => setTimeout(resolve, waitMs));
        before = before.then(() => isDue).then(() => send(message));
      };
    };
    const toPage = delayed((message) => socket.send(message));
    server.onMessage((message) => {
      if (!isFirstSeconds(message)) toPage(message);
    });
    socket.onMessage(delayed((message) => server.send(message)));
  });

/** Records the number above the stage in each frame. */
const watchFrames = (page: Page) =>
  page.evaluate(() => {
    window.shownFrames = [];
    const note = (): void => {
      requestAnimationFrame(note);
      const shown = document.querySelector<HTMLElement>('[data-part=multiplier]');
      if (!shown || shown.hidden) return;
      const frame = { text: shown.textContent, isCrashed: shown.dataset['crashed'] !== undefined };
      const last = window.shownFrames.at(-1);
      if (last?.text !== frame.text || last.isCrashed !== frame.isCrashed) window.shownFrames.push(frame);
    };
    requestAnimationFrame(note);
  });

/** The values that each flight showed, ending with its crash. */
const flightsOf = (frames: readonly Shown[]): number[][] => {
  const flights: number[][] = [];
  let isFlying = false;
  for (const { text, isCrashed } of frames) {
    const value = Math.round(Number.parseFloat(text) * 100);
    if (!isCrashed && !isFlying) flights.push([]);
    isFlying = !isCrashed;
    flights.at(-1)?.push(value);
  }
  return flights;
};

test(
  'never shows a falling multiplier or one above the crash with a latency of 150 ms and more',
  { tag: '@desktop' },
  async ({ page, signIn }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await delayMessages(page);
    await signIn();
    await page.goto('/games/aviator');
    await expect(crash(page).or(countdown(page))).toBeVisible({
      timeout: longestFlightMs,
    });
    await watchFrames(page);
    for (let round = 0; round < rounds; round += 1) {
      await expect(flight(page)).toBeVisible({ timeout: longestFlightMs });
      await expect(crash(page)).toBeVisible({ timeout: longestFlightMs });
    }
    const flights = flightsOf(await page.evaluate(() => window.shownFrames));
    expect(flights.length).toBeGreaterThanOrEqual(rounds);
    for (const shown of flights) {
      expect(shown, 'the multiplier never falls').toEqual(shown.toSorted((one, other) => one - other));
    }
    const crashes = (await (await page.request.get('/api/aviator/globalHistory')).json()) as {
      crashMultiplier: number;
    }[];
    const points = crashes.map(({ crashMultiplier }) => Math.round(crashMultiplier * 100));
    for (const shown of flights) expect(points, 'a flight ends at its crash').toContain(shown.at(-1));
    expect(
      Math.max(...flights.map((shown) => shown.length)),
      'the curve is drawn without jumps',
    ).toBeGreaterThan(20);
  },
);

test(
  'pays an automatic cash-out in flight with a toast, unchanged at the crash',
  { tag: '@desktop' },
  async ({ page, signIn, site }) => {
    await signIn();
    await page.goto('/games/aviator');
    await page.getByLabel('Auto cash-out').fill('1.02', { timeout: longestFlightMs });
    let lost = 0;
    let isPaidInFlight = false;
    // A round may crash before 1.02x, or so soon after it that the payment cannot be seen in flight.
    for (let round = 1; round <= 6 && !isPaidInFlight; round += 1) {
      await placeBet(page);
      await expect(newestBid(page)).toHaveText(/^(Win 10 \(net ±0\)|Loss 10)$/, { timeout: longestFlightMs });
      const isWin = (await newestBid(page).textContent())?.startsWith('Win') === true;
      isPaidInFlight = isWin && (await flight(page).isVisible());
      if (!isWin) lost += 1;
    }
    expect(isPaidInFlight, 'one of six rounds flew on after 1.02x').toBe(true);
    await expect(toastOf(page, 'Cashed Out').last()).toContainText(
      'You cashed out 10 coins with a multiplier of 1.02.',
    );
    await expect(betIsNotPlaced(page)).toBeVisible();
    const coins = 1000 - 10 * lost;
    await expect.poll(() => pillCoins(page)).toBe(coins);
    await expect(countdown(page)).toBeVisible({ timeout: longestFlightMs });
    await expect(newestBid(page)).toHaveText('Win 10 (net ±0)');
    expect(await toastOf(page, 'Cashed Out').count(), 'no second toast').toBeLessThanOrEqual(1);
    expect(await pillCoins(page)).toBe(coins);
    await expectSoundBooks(site);
  },
);
