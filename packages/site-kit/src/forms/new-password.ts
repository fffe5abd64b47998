/** The rule for new passwords that the server has too; the contract bounds their length on the wire alone. */
import { resetPasswordBody } from '@fairground/contract/auth';
import * as z from 'zod/mini';

/** Characters, as the server counts them: an emoji is one. */
const isLongEnough = (password: string): boolean => Array.from(password).length >= 8;

export const newPassword = resetPasswordBody.shape.newPassword.check(z.refine(isLongEnough));

interface Repeated {
  newPassword: string;
  confirm: string;
}

/** A second input has the same password. */
export const isConfirmed = z.refine<Repeated>((entered) => entered.newPassword === entered.confirm, {
  path: ['confirm'],
});

/** A second input has the same password, once that is long enough: one that is too short is reported alone. */
export const isConfirmedOnceLong = z.refine<Repeated>(
  (entered) => entered.newPassword === entered.confirm || !isLongEnough(entered.newPassword),
  { path: ['confirm'] },
);
