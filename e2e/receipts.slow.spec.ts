/** Receipts: the page asks for them, checks and keeps them, and says what they prove. */
import { readFile } from 'node:fs/promises';
import { verifyEd25519 } from '@fairground/fairness/ed25519';
import { verifyReceipt } from '@fairground/fairness/receipt';
import type { Page } from '@playwright/test';
import { anyInstantGame as game } from '../games/test/sweeps.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const create = `**/api${game.create}`;

/** Places one bet, and returns its id. */
const placeBet = async (page: Page): Promise<string> => {
  const answered = page.waitForResponse(create);
  await page.getByRole('button', { name: game.button }).click();
  const { game: bet } = (await (await answered).json()) as { game: { id: string } };
  return bet.id;
};

/** What the page has kept. */
const keptTexts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Opening what the page has not made yet would make an empty one.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'receipts')) return [];
    return new Promise<string[]>((resolve) => {
      const opened = indexedDB.open('receipts');
      opened.addEventListener('success', () => {
        const found = opened.result.transaction('receipts').objectStore('receipts').getAll();
        opened.result.close();
        found.addEventListener('success', () =>
          resolve((found.result as { text: string }[]).map(({ text }) => text)),
        );
      });
    });
  });

const openPanel = async (page: Page) => {
  await page.goto('/profile/play');
  await page.getByRole('button', { name: 'Receipts of your bets' }).click();
  return page.getByRole('region', { name: 'Receipts' });
};

test(
  'keeps the receipt of each bet, compares it with what the site shows, and saves all as a file',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto(game.path);
    const ids = [await placeBet(page)];
    await expect.poll(() => keptTexts(page)).toHaveLength(1);
    await page.reload();
    ids.push(await placeBet(page));
    await expect.poll(() => keptTexts(page)).toHaveLength(2);
    const texts = await keptTexts(page);
    const verdicts = await Promise.all(texts.map((text) => verifyReceipt(text, verifyEd25519)));
    expect(
      verdicts.map((verdict) => verdict.ok && [verdict.receipt.kind, verdict.receipt.bet['id']]),
    ).toEqual(ids.toSorted().map((id) => [game.id, id]));

    await page.goto(`/rounds/${game.id}/${ids[0]}`);
    await expect(page.getByRole('region', { name: 'Your receipt' })).toContainText(
      "This browser has the site's signed receipt, and it matches what the site shows.",
    );

    const panel = await openPanel(page);
    await expect(panel).toContainText('Receipts in this browser: 2');
    await panel.getByRole('button', { name: 'Compare the newest 20 with the seals' }).click();
    await expect(panel.getByRole('status')).toHaveText(
      '2 of 2 match what the site shows. 0 wait for the seal of their round.',
    );
    await expectAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Save as a file' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('receipts.txt');
    const saved = await readFile(await file.path(), 'utf8');
    expect(saved.trim().split('\n').toSorted()).toEqual(texts.toSorted());
  },
);

for (const [name, change, title] of [
  ['none', () => undefined, 'No receipt for this bet'],
  [
    'one that was altered',
    (receipt: string) => `${receipt.slice(0, -6)}AAAAAA`,
    'The receipt for this bet is not valid',
  ],
] as const)
  test(
    `says so once where the site gives ${name}, and the game goes on`,
    { tag: '@phone' },
    async ({ page, signIn }) => {
      await page.route(create, async (route) => {
        expect(route.request().headers()['receipt']).toBe('1');
        const response = await route.fetch();
        const answer = (await response.json()) as { receipt: string };
        await route.fulfill({ response, json: { ...answer, receipt: change(answer.receipt) } });
      });
      await signIn();
      await page.goto(game.path);
      await placeBet(page);
      const told = page.locator('[data-toast]', { hasText: title });
      await expect(told).toHaveCount(1);
      await expect(told).toHaveCount(0, { timeout: 15_000 });
      await placeBet(page);
      const id = await placeBet(page);
      await expect(told).toHaveCount(0);
      await page.goto(`/rounds/${game.id}/${id}`);
      await expect(page.getByRole('region', { name: 'Your receipt' })).toContainText(
        'This browser has no receipt for it.',
      );
    },
  );

test.describe('a site that does not keep to its receipts', () => {
  test.use({ expectedErrors: [/404/] });

  test(
    'is named on the page of the round and among the receipts',
    { tag: '@phone' },
    async ({ page, signIn }) => {
      await signIn();
      await page.goto(game.path);
      const id = await placeBet(page);
      await expect.poll(() => keptTexts(page)).toHaveLength(1);
      const proof = `**/api/fairness/${game.id}/${id}`;
      await page.route(proof, (route) => route.fulfill({ status: 404, json: {} }));
      await page.goto(`/rounds/${game.id}/${id}`);
      const receipt = page.getByRole('region', { name: 'Your receipt' });
      await expect(receipt).toContainText('the site left the bet out. The receipt proves it.');
      const panel = await openPanel(page);
      await panel.getByRole('button', { name: 'Compare the newest 20 with the seals' }).click();
      await expect(panel.getByRole('status')).toContainText('1 do not match. Save the receipts');
      await page.unroute(proof);
      await page.route(proof, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), nonce: 77 } });
      });
      await page.goto(`/rounds/${game.id}/${id}`);
      await expect(receipt).toContainText('the site shows another bet. The receipt proves it.');
    },
  );
});
