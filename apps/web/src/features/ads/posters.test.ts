/** The site's own ads. The server draws from all games, and the page shows the fair for one without a poster. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gameFolders } from '@fairground/games';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../../..');

it('a game has a poster, its title and its text, or none of them', () => {
  for (const folder of gameFolders) {
    const isDrawn = existsSync(join(root, `games/${folder}/web/ad.tsx`));
    for (const language of ['en', 'es']) {
      const file = join(root, `games/${folder}/web/messages/${language}/shell.json`);
      const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      for (const key of [`ads.poster.${folder}`, `ads.poster.${folder}Text`])
        expect(Object.hasOwn(texts, key), `${key} in ${file}`).toBe(isDrawn);
    }
  }
});
