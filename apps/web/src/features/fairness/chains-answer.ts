/**
 * The published chains as the page reads them, like the schema of the contract but without zod, which visitors do not
 * load.
 */
import type { Chains } from '@fairground/contract/fairness';
import {
  answerOf,
  isFields,
  isId,
  isInstant,
  isListOf,
  isNumber,
  isText,
} from '@fairground/site-kit/api/answer.ts';

type Chain = Chains[number];

const isHash = (input: unknown): input is string => isText(input) && /^[0-9a-f]{64}$/.test(input);

const isEnd = (input: unknown): boolean =>
  isFields(input) && isInstant(input['at']) && /^(restore|recovery)$/.test(String(input['reason']));

const isChain = (input: unknown): input is Chain =>
  isFields(input) &&
  isId(input['id']) &&
  isText(input['game']) &&
  ['terminalHash', 'salt'].every((name) => isHash(input[name])) &&
  /^(install|beacon)$/.test(String(input['saltSource'])) &&
  isNumber(input['links']) &&
  isInstant(input['publishedAt']) &&
  (input['ended'] === null || isEnd(input['ended']));

export const chainsAnswer = answerOf((input): input is Chains => isListOf(input, isChain));
