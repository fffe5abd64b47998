/** The public log as the page reads it, like the schema of the contract but without zod. */
import type { LogInfo } from '@fairground/contract/fairness';
import {
  answerOf,
  isFields,
  isInstant,
  isListOf,
  isNumber,
  isText,
} from '@fairground/site-kit/api/answer.ts';

const isWitness = (input: unknown): input is LogInfo['witnesses'][number] =>
  isFields(input) &&
  isText(input['name']) &&
  isText(input['verifierKey']) &&
  (input['size'] === null || isNumber(input['size'])) &&
  (input['at'] === null || isInstant(input['at']));

export const logAnswer = answerOf(
  (input): input is LogInfo =>
    isFields(input) &&
    isText(input['origin']) &&
    isText(input['verifierKey']) &&
    isNumber(input['size']) &&
    isInstant(input['at']) &&
    isListOf(input['witnesses'], isWitness),
);
