/** The schema of GET /games/config: the site's own part. A game's page reads its share by its own schema. */
import { coreConfigSchema, type GamesConfig } from '@fairground/contract/config';
import * as z from 'zod/mini';
import type { Answer } from '../api/request.ts';

export const gamesConfigSchema: Answer<GamesConfig> = z.looseObject(coreConfigSchema.shape);
