/**
 * The server sends its refusals in English, some of them with more detail than their code. Another language
 * has one sentence for each code, so only the catalogue of that language contains them.
 */
import type { ErrorCode, FieldReason } from '@fairground/contract/errors';
import { i18n } from './i18n.ts';

/**
 * `field` is shown at a field that is not right, `token` for a link that is spent, `passkey` for one that was
 * refused, `wait` for a limit that says when it is over.
 */
export type ProblemKey = `problem.${ErrorCode | FieldReason | 'field' | 'token' | 'passkey' | 'wait'}`;

/** The sentence of the active language, or the server's where there is none. */
export function problemText(name: string, serversText: string, values?: { wait: string }): string {
  const key = `problem.${name}`;
  return Object.hasOwn(i18n.messages, key) ? i18n._(key, values) : serversText;
}
