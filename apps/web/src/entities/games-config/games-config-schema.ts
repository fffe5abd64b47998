/// <reference types="vite/client" />
/** The schema of GET /games/config: the site's own part, and each game's by the schema in its contract. */
import { coreConfigSchema, type GamesConfig } from '@fairground/contract/config';
import { gameFolders } from '@fairground/games';
import * as z from 'zod/mini';
import type { Answer } from '../../shared/api/request.ts';

const contracts = import.meta.glob<z.ZodMiniType>('../../../../../games/*/contract.ts', {
  eager: true,
  import: 'configSchema',
});
const pages = import.meta.glob<{ id: string }>('../../../../../games/*/web/index.ts', {
  eager: true,
  import: 'default',
});

const parts = gameFolders.flatMap((folder) => {
  const path = `../../../../../games/${folder}`;
  const schema = contracts[`${path}/contract.ts`];
  const id = pages[`${path}/web/index.ts`]?.id;
  return schema === undefined || id === undefined ? [] : [[id, schema] as const];
});

export const gamesConfigSchema: Answer<GamesConfig> = z.object({
  ...coreConfigSchema.shape,
  ...Object.fromEntries(parts),
}) as unknown as Answer<GamesConfig>;
