/** The site's own ads. The server draws from all games, and the page shows the fair for one without a poster. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gameFolders } from '@fairground/games';
import { expect, it } from 'vitest';
import { readTexts, textLanguages } from '../../../build/text-parts.ts';

const root = join(import.meta.dirname, '../../../../..');

it('a game has a poster, its title and its text, or none of them', () => {
  for (const folder of gameFolders) {
    const isDrawn = existsSync(join(root, `games/${folder}/web/ad.tsx`));
    for (const language of textLanguages) {
      const { shell } = readTexts(`games/${folder}/web`, language);
      for (const key of [`ads.poster.${folder}`, `ads.poster.${folder}Text`])
        expect(Object.hasOwn(shell ?? {}, key), `${key} in ${language}`).toBe(isDrawn);
    }
  }
});
