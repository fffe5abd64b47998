/** Twenty pictures to choose from; nothing is saved until one is picked. */
import { userSchema } from '@fairground/contract/user';
import { useState } from 'react';
import { request } from '@fairground/site-kit/api/request.ts';
import { setUser } from '@fairground/site-kit/session/session.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Dialog } from '@fairground/site-kit/ui/dialog.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts } from '../../texts.ts';

const choices = Array.from({ length: 20 }, (_, index) => `avatar${index + 1}`);

interface AvatarDialogProps {
  current: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function AvatarDialog({ current, open, onOpenChange }: AvatarDialogProps) {
  const t = useTexts('profile');
  const [picked, setPicked] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    if (picked === null || busy) return;
    setBusy(true);
    try {
      setUser(
        await request('/user/update', { method: 'POST', body: { avatar: picked }, answer: userSchema }),
      );
      toast({ title: t('profile.avatarUpdated'), variant: 'success' });
      setPicked(null);
      onOpenChange(false);
    } catch {
      toast({ title: t('profile.avatarFailed'), variant: 'destructive' });
    }
    setBusy(false);
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('profile.chooseAvatar')}>
      <fieldset className="grid grid-cols-4 gap-2 sm:grid-cols-5 sm:gap-3">
        <legend className="sr-only">{t('profile.chooseAvatar')}</legend>
        {choices.map((choice, index) => (
          <label
            key={choice}
            className={cn(
              'relative block cursor-pointer rounded-action border-[3px] border-transparent p-0.5',
              'has-checked:border-bulb-400 has-focus-visible:outline-3',
              'has-focus-visible:outline-focus',
            )}
          >
            <input
              type="radio"
              name="avatar"
              value={choice}
              checked={picked === choice}
              aria-label={
                choice === current
                  ? t('profile.avatarCurrent', { n: index + 1 })
                  : t('profile.avatarNumber', { n: index + 1 })
              }
              onChange={() => setPicked(choice)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <img
              src={`/avatars/${choice}.png`}
              alt=""
              width={256}
              height={256}
              loading="lazy"
              className="aspect-square w-full rounded-control"
            />
          </label>
        ))}
      </fieldset>
      <Button size="large" disabled={picked === null} busy={busy} onClick={() => void save()}>
        {t(busy ? 'profile.saving' : 'profile.updateAvatar')}
      </Button>
    </Dialog>
  );
}
