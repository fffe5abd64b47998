/** What links to rounds show: a picture of each game that has one. */
import Fastify from 'fastify';
import { gameFolders } from '@fairground/games';
import { expect, it } from 'vitest';
import { findGamePictures } from './game-pictures.ts';

const games = gameFolders.map((folder) => ({ id: `id-${folder}`, folder }));

it('are as large as other sites ask for, and may be shown by them', async () => {
  const pictures = await findGamePictures(games);
  const app = Fastify();
  pictures.routes(app);
  const pictured = games.filter(({ id }) => pictures.has(id));
  expect(pictured.length).toBeGreaterThan(0);
  for (const { id } of pictured) {
    const { statusCode, headers, rawPayload } = await app.inject(`/pictures/${id}.png`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
    });
    // Width and height are in the first block of a PNG.
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630]);
  }
  await app.close();
});

it('are none of a game that the site does not have, or that has no picture', async () => {
  const pictures = await findGamePictures([{ id: 'cups', folder: 'cups' }]);
  const app = Fastify();
  pictures.routes(app);
  expect(pictures.has('cups')).toBe(false);
  expect((await app.inject('/pictures/cups.png')).statusCode).toBe(404);
  await app.close();
});
