/**
 * The invitation in the address of /register, of a player (`?ref=`) or of the operator (`?invitation=`), and
 * what it is worth.
 * The tab remembers it for visitors who look around first; that of a club comes from the page of its link.
 */
import { useEffect, useState } from 'react';
import type { InvitationAnswer } from '@fairground/contract/auth';
import { useFacts } from '../../game-parts/use-facts.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { withRetries } from '@fairground/site-kit/api/retry.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { invitedBy, type InvitationCode } from '@fairground/site-kit/session/invited-by.ts';
import { useSearchParams } from '@fairground/site-kit/router/router.tsx';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { useTexts } from '../../texts.ts';

export interface GivenInvitation extends InvitationCode {
  answer: (InvitationAnswer & { club?: string }) | 'unknown' | 'unchecked';
}

/** Who may register here: the HTML of every page says it, and the prerenderer has the figures. */
export function useRegistration(): string {
  'use memo';
  const { config } = useFacts();
  const ofPage = typeof document === 'undefined' ? {} : document.documentElement.dataset;
  return config?.registration ?? ofPage['registration'] ?? 'open';
}

/** The page is prerendered without a query, so the invitation appears once the page is live. */
export function useInvitation(): GivenInvitation | null {
  'use memo';
  const [query] = useSearchParams();
  const hydrated = useHydrated();
  const ref = query.get('ref')?.trim().toLowerCase().slice(0, 64) ?? '';
  const ofAddress = ref === '' ? (query.get('invitation')?.trim().slice(0, 64) ?? '') : ref;
  const remembered = hydrated && ofAddress === '' ? invitedBy.read() : null;
  const { name, code } = remembered ?? {
    name: ref === '' ? ('invitation' as const) : ('ref' as const),
    code: ofAddress,
  };
  const answer = useAnswer(name, code);
  useEffect(() => {
    if (answer === 'unknown') invitedBy.remove();
    else if (code !== '') invitedBy.write({ name, code });
  }, [name, code, answer]);
  return hydrated && code !== '' ? { name, code, answer } : null;
}

/** Coins are promised only for an invitation that the server knows. */
function useAnswer(name: InvitationCode['name'], code: string): GivenInvitation['answer'] {
  const [checked, setChecked] = useState<{ code: string; answer: InvitationAnswer & { club?: string } }>();
  useEffect(() => {
    if (code === '') return undefined;
    let isShown = true;
    // Without an answer the invitation stays unchecked, which promises nothing.
    withRetries(() => (name === 'club' ? fetchClub(code) : fetchInvitation(code))).then(
      (answer) => isShown && setChecked({ code, answer }),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [name, code]);
  if (checked?.code !== code) return 'unchecked';
  return (checked.answer.referral ?? checked.answer.expiresAt) ? checked.answer : 'unknown';
}

async function fetchInvitation(code: string) {
  const { invitationAnswer } = await import('@fairground/contract/auth');
  return request(`/auth/invitation/${encodeURIComponent(code)}`, { answer: invitationAnswer });
}

async function fetchClub(code: string) {
  const { clubInvitationAnswer } = await import('@fairground/contract/clubs');
  const answer = clubInvitationAnswer;
  const { name, invitedBy: referral } = await request(`/clubs/join/${encodeURIComponent(code)}`, { answer });
  return { referral, club: name };
}

interface LeadProps {
  invitation: GivenInvitation | null;
  /** The site is not open to everybody. */
  isNeeded: boolean;
}

/** Keeps its height whether or not an invitation and the number of coins have arrived. */
export function InvitationLead({ invitation, isNeeded }: LeadProps) {
  const t = useTexts('auth');
  const { formatCoins, formatMoment } = useFormat();
  const { config } = useFacts();
  const coins = config?.bonuses.signupCoins;
  // Everybody may register without the operator's invitation where the site is open.
  if (invitation === null || (invitation.name === 'invitation' && !isNeeded))
    return (
      <p className="invitation-lead">
        {coins === undefined
          ? t('auth.registerLead')
          : t('auth.registerLeadCoins', { coins: formatCoins(coins) })}
      </p>
    );
  const { name, code, answer } = invitation;
  const [title, text] =
    answer === 'unknown'
      ? [t('auth.referralUnknown'), t('auth.referralUnknownText')]
      : name === 'invitation'
        ? [
            t('auth.invited'),
            answer !== 'unchecked' && answer.expiresAt
              ? t('auth.invitedText', { until: formatMoment(answer.expiresAt) })
              : null,
          ]
        : answer === 'unchecked'
          ? [name === 'club' ? t('auth.club') : t('auth.referral', { ref: code }), null]
          : answer.club !== undefined
            ? [
                t('auth.clubBy', { club: answer.club, referrer: answer.referral?.username ?? '' }),
                t('auth.clubText'),
              ]
            : [
                t('auth.referralBy', { referrer: answer.referral?.username ?? '' }),
                config === undefined
                  ? null
                  : t('auth.referralText', {
                      coins: formatCoins(config.bonuses.signupCoins),
                      more: formatCoins(config.bonuses.referralCoins),
                    }),
              ];
  return (
    <div className="invitation-lead" role="status">
      <p className="font-bold wrap-anywhere text-text">{title}</p>
      {text === null ? null : <p>{text}</p>}
    </div>
  );
}
