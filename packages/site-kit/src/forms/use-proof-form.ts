/**
 * A form that asks for the password again, in its field `password`. Where the player has a passkey, the `PasskeyButton`
 * sends the same form with that instead.
 */
import type { PasskeyAnswer } from '@fairground/contract/reauthentication';
import type { ZodMiniType } from 'zod/mini';
import { isApiError } from '../api/api-error.ts';
import { useContractForm, type ContractFormOptions, type FieldOf } from './use-contract-form.ts';

/** What a call that asks for the password again is sent with. */
export type Proof = { password: string } | { passkey: PasskeyAnswer };

/** The value of the button that sends a form with a passkey. */
export const passkeyButton = 'passkey';

interface WithPassword {
  password: string;
}

interface ProofFormOptions<Values extends WithPassword> extends Omit<
  ContractFormOptions<Values, Values>,
  'schema' | 'send' | 'onDone'
> {
  schema: () => Promise<ZodMiniType<Values, Values>>;
  send: (body: Omit<Values, 'password'> & Proof) => Promise<unknown>;
  onDone?: () => void;
}

export const useProofForm = <Values extends WithPassword>({
  schema,
  send,
  fieldOf = wrongPassword<Values>,
  ...options
}: ProofFormOptions<Values>) => {
  'use memo';
  return useContractForm<Values, Values>({
    ...options,
    fieldOf,
    schema: async (button) =>
      button === passkeyButton ? (await loadPasskeys()).withoutPassword(await schema()) : schema(),
    send: async ({ password, ...rest }, button) =>
      send({
        ...rest,
        ...(button === passkeyButton
          ? { passkey: await (await loadPasskeys()).signConfirmation() }
          : { password }),
      }),
  });
};

/** The library and the schemas are loaded when a passkey is used. */
export const loadPasskeys = () => import('./passkey-proof.ts');

/** A refused password belongs to its field, and a refused passkey to none. */
export const isWrongPassword = (refusal: unknown): boolean =>
  isApiError(refusal) &&
  refusal.code === 'wrong_credentials' &&
  refusal.errors.every(({ path }) => path !== 'passkey');

const wrongPassword = <Values extends WithPassword>(refusal: unknown) =>
  isWrongPassword(refusal)
    ? { field: 'password' as FieldOf<Values>, sentence: 'profile.wrongPassword' as const }
    : null;
