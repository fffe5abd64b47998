/** The link under which friends register: read-only, with copying and, on one's own profile, sharing. */
import Check from '@fairground/site-kit/icons/check';
import Copy from '@fairground/site-kit/icons/copy';
import Share2 from '@fairground/site-kit/icons/share-2';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { inputClass } from '@fairground/site-kit/ui/field.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { useTexts } from '../../texts.ts';

const copiedMs = 2_000;

export const referralUrl = (referenceId: string): string =>
  `${location.origin}/register?ref=ref-${referenceId.toLowerCase()}`;

interface ReferralLinkProps {
  referenceId: string;
  /** Offers the share sheet too; without one the link is copied. */
  canShare?: boolean;
}

export function ReferralLink({ referenceId, canShare = false }: ReferralLinkProps) {
  const t = useTexts('profile');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const url = referralUrl(referenceId);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      // Without leave, or on plain http, the link is at least marked for the player's own hand.
      input.current?.select();
      return;
    }
    setCopied(true);
    toast({ title: t('profile.copied'), description: t('profile.copiedText'), variant: 'success' });
  }

  async function share(): Promise<void> {
    if (!('share' in navigator)) return copy();
    try {
      await navigator.share({ title: t('brand.name'), text: t('profile.shareText'), url });
    } catch (error) {
      // Closing the sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
    }
  }

  const Icon = copied ? Check : Copy;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-14 leading-5 font-bold">
        {t('profile.referralLink')}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          id={id}
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
          className={`${inputClass} min-w-0 basis-full`}
        />
        <Button variant="secondary" onClick={() => void copy()}>
          <Icon aria-hidden className={copied ? 'size-5 text-win' : 'size-5'} />
          <span>{t('profile.copy')}</span>
        </Button>
        {canShare ? (
          <Button variant="secondary" onClick={() => void share()}>
            <Share2 aria-hidden className="size-5" />
            {t('profile.share')}
          </Button>
        ) : null}
      </div>
      {canShare && document.documentElement.dataset['registration'] === 'invite' ? (
        <p className="text-14 leading-5 text-quiet">{t('profile.referralInvites')}</p>
      ) : null}
    </div>
  );
}
