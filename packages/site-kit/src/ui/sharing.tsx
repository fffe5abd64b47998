/** Share: the share sheet where the device has one, else the address is copied. Or a button that copies it always. */
import Check from '@fairground/site-kit/icons/check';
import Copy from '@fairground/site-kit/icons/copy';
import Share2 from '@fairground/site-kit/icons/share-2';
import { useEffect, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

const copiedMs = 2_000;

interface ShareButtonProps {
  title: string;
  /** With its query, where that is a part of what is shared; the path in view without one. */
  path?: string;
  /** The text of the button that copies. */
  copies?: string;
}

export function ShareButton({ title, path, copies }: ShareButtonProps) {
  const t = useT();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  const url = () => `${location.origin}${path ?? location.pathname}`;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url());
    } catch {
      // Without leave, or on plain http, the address is at least shown.
      toast({ title: t('share.byHand'), description: url(), variant: 'info' });
      return;
    }
    setCopied(true);
    toast({ title: t('share.copied'), description: t('share.copiedText'), variant: 'success' });
  }

  async function share(): Promise<void> {
    if (!('share' in navigator)) return copy();
    try {
      await navigator.share({ title, url: url() });
    } catch (error) {
      // Closing the sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
    }
  }

  const Icon = copied ? Check : copies === undefined ? Share2 : Copy;
  return (
    <Button variant="secondary" onClick={() => void (copies === undefined ? share() : copy())}>
      <Icon aria-hidden className={copied ? 'size-5 text-win' : 'size-5'} />
      <span>{copies ?? t('share.open')}</span>
    </Button>
  );
}
