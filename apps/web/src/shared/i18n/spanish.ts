/** The Spanish texts, one file for each part of the site, as the English ones. */
import { english } from './english.ts';

export const spanish = { ...english };
