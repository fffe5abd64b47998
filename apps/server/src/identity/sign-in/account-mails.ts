/**
 * The mails of an account, each sent after the answer to the call that causes it. An unconfirmed address gets one
 * confirmation and nothing else.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '../../http/caller.ts';
import { mailboxOf, type AddressHash } from '../../platform/secrets/address-hash.ts';
import { createToken, hashToken, type Entropy } from '../../platform/entropy.ts';
import type { Log } from '../../platform/logger.ts';
import { claimMail, releaseMail } from '../../platform/mail/mail-quota.ts';
import { mailedLink } from '../../platform/mail/mailed-link.ts';
import { accountOf, type Mail, type Mailer } from '../../platform/mail/mailer.ts';
import type { Database } from '../../platform/database/database.ts';
import { describeBrowser } from './browser-name.ts';
import { confirmationSeconds, mailRules, resetLinkMs } from './limits.ts';
import {
  accountEventMail,
  confirmEmailMail,
  formerAddressMail,
  newAddressMail,
  newBrowserMail,
  oldAddressMail,
  passwordResetMail,
  takenAddressMail,
  type AccountEvent,
} from './mails.ts';
import { findConfirmedOwner, findOwner } from './sql/accounts.sql.ts';
import * as tokens from './sql/mailed-tokens.sql.ts';

/** Who a mail goes to. */
export interface Addressee {
  id: bigint;
  username: string;
  email: string;
}

/** A change of address that both addresses are asked to confirm. */
export interface AddressChange {
  playerId: bigint;
  oldEmail: string;
  newEmail: string;
  /** Null where the present address was never confirmed: it gets no mail. */
  oldToken: string | null;
  newToken: string;
  /** Whether an account has the new address. */
  isTaken: () => Promise<boolean>;
}

const maxPendingMails = 100;

export const createAccountMails = (deps: {
  database: Pick<Database, 'query'>;
  entropy: Entropy;
  mailer: Mailer;
  hashAddress: AddressHash;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The public address without a final slash. */
  siteUrl: () => string;
  /** Called after the commit with players whose lists of notices changed. */
  noticesChanged: (playerIds: readonly bigint[]) => void;
}) => {
  const { entropy, mailer, log, siteUrl } = deps;
  const { query } = deps.database;
  const mailsUnderWay = new Set<Promise<void>>();

  /** Erased with the account, whether or not its address was ever confirmed. */
  const send = (playerId: bigint, mail: Mail): Promise<void> =>
    mailer.send({ ...mail, about: accountOf(playerId), playerId });

  const inBackground = (work: () => Promise<void>): void => {
    if (mailsUnderWay.size >= maxPendingMails) {
      log.warn('too many mails are pending, one was dropped');
      return;
    }
    // The answer leaves within this turn of the event loop: even beginning the work would make it later.
    const running: Promise<void> = nextTurn()
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, 'sending a mail failed'))
      .finally(() => mailsUnderWay.delete(running));
    mailsUnderWay.add(running);
  };

  const mailReset = async (account: Addressee): Promise<void> => {
    const token = createToken(entropy);
    const isOpen = await tokens.insertReset.first(query, {
      playerId: account.id,
      tokenHash: hashToken(token),
      lastsSeconds: resetLinkMs / 1_000,
    });
    if (!isOpen) return;
    const link = mailedLink(siteUrl(), '/reset-password', { token });
    const mail = passwordResetMail(account.email, account.username, link);
    await send(account.id, { ...mail, goodForSeconds: resetLinkMs / 1_000 });
  };

  /** The only mail that an unconfirmed address gets, whoever registers with it, and however often. */
  const mailConfirmation = async (account: Addressee): Promise<void> => {
    const mailbox = deps.hashAddress('mail', mailboxOf(account.email));
    if (!(await claimMail(query, mailRules.confirmation, mailbox))) return;
    const token = createToken(entropy);
    const isOpen = await tokens.insertConfirmation.first(query, {
      playerId: account.id,
      email: account.email,
      tokenHash: hashToken(token),
      lastsSeconds: confirmationSeconds,
    });
    if (!isOpen) return;
    const link = mailedLink(siteUrl(), '/confirm-email', { token });
    try {
      await send(account.id, confirmEmailMail(account.email, account.username, link));
    } catch (error) {
      // The mail server did not take it, so the next sign-in may try again.
      await releaseMail(query, mailRules.confirmation, mailbox);
      throw error;
    }
  };

  const circumstances = ({ userAgent }: Caller) => ({
    browser: describeBrowser(userAgent),
    at: new Date(deps.now()).toUTCString(),
  });

  const mailNewBrowser = async (account: Addressee, caller: Caller): Promise<void> => {
    if (!(await claimMail(query, mailRules.signInNotice, Buffer.from(String(account.id))))) return;
    const link = `${siteUrl()}/forgot-password`;
    await send(
      account.id,
      newBrowserMail(account.email, account.username, { ...circumstances(caller), link }),
    );
  };

  const mailEvent = async (event: AccountEvent, account: Addressee, caller: Caller): Promise<void> => {
    if (!(await claimMail(query, mailRules.accountNotice, Buffer.from(String(account.id))))) return;
    const link = `${siteUrl()}/${event === 'closed' ? 'contact-us' : 'forgot-password'}`;
    const mail = accountEventMail(event, account, { ...circumstances(caller), link });
    // The report of a closing is the one mail of an account that outlives it.
    await (event === 'closed'
      ? mailer.send({ ...mail, about: accountOf(account.id) })
      : send(account.id, mail));
  };

  const mailNewAddress = async (username: string, change: AddressChange): Promise<void> => {
    const { newEmail: to, newToken: token } = change;
    const mail = (await change.isTaken())
      ? takenAddressMail(to, `${siteUrl()}/forgot-password`)
      : newAddressMail(to, username, mailedLink(siteUrl(), '/confirm-new-email', { token }));
    await send(change.playerId, mail);
  };

  const mailOldAddress = async (
    username: string,
    { playerId, oldEmail, newEmail, oldToken: token }: AddressChange,
    caller: Caller,
  ): Promise<void> => {
    if (token === null) return;
    const link = mailedLink(siteUrl(), '/confirm-new-email', { token });
    await send(playerId, oldAddressMail(oldEmail, { username, newEmail, ...circumstances(caller), link }));
  };

  return {
    /**
     * Counts the mails of a change. False where one of them may not be sent any more: a link that was mailed
     * before must then stay valid.
     */
    claimEmailChange: async (playerId: bigint, newEmail: string): Promise<boolean> =>
      (await claimMail(query, mailRules.newAddress, deps.hashAddress('mail', mailboxOf(newEmail)))) &&
      claimMail(query, mailRules.accountNotice, Buffer.from(String(playerId))),
    /** A link to each address; the new one is sent an explanation instead where an account has it. */
    confirmEmailChange: (change: AddressChange, caller: Caller) => {
      const withName = (mail: (username: string) => Promise<void>) =>
        inBackground(async () => {
          const owner = await findOwner.first(query, { playerId: change.playerId });
          if (owner) await mail(owner.username);
        });
      // Apart, so that a fault of one does not prevent the other.
      withName((username) => mailNewAddress(username, change));
      withName((username) => mailOldAddress(username, change, caller));
    },
    /** Reports the change to the address that the account had. */
    notifyFormerAddress: (account: Addressee, caller: Caller) =>
      inBackground(async () => {
        const link = `${siteUrl()}/contact-us`;
        const { email, username } = account;
        await mailer.send(formerAddressMail(email, { username, ...circumstances(caller), link }));
        // Where mails are files, closing the account would leave those to its former address.
        await mailer.forget(email);
      }),
    resetPassword: (account: Addressee) => inBackground(() => mailReset(account)),
    confirmAddress: (account: Addressee) => inBackground(() => mailConfirmation(account)),
    newBrowser: (account: Addressee, caller: Caller) => inBackground(() => mailNewBrowser(account, caller)),
    /**
     * Reports what happened to an account to its owner: by mail, where the address is
     * confirmed, and on its open pages.
     */
    notify: (playerId: bigint, event: AccountEvent, caller: Caller) => {
      deps.noticesChanged([playerId]);
      inBackground(async () => {
        const owner = await findConfirmedOwner.first(query, { playerId });
        if (owner) await mailEvent(event, { id: playerId, ...owner }, caller);
      });
    },
    /** Reports to the owner of an account closed just now; `email` is the confirmed address that it had. */
    notifyClosed: (account: Addressee, caller: Caller) =>
      inBackground(async () => {
        await mailEvent('closed', account, caller);
        // Where mails are files, this one would be what is left of the address.
        await mailer.forget(accountOf(account.id));
      }),
    /** Resolves once no mail is being sent. */
    async settled() {
      await Promise.all(mailsUnderWay);
    },
  };
};

export type AccountMails = ReturnType<typeof createAccountMails>;
