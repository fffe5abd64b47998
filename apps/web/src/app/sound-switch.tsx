/** Turns the short cues of the games on and off. */
import Volume2 from '@fairground/site-kit/icons/volume-2';
import VolumeX from '@fairground/site-kit/icons/volume-x';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { switchSound, useSoundOn } from '@fairground/site-kit/sound/sound.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';

export function SoundSwitch({ className }: { className?: string }) {
  const t = useT();
  const on = useSoundOn();
  const Icon = on ? Volume2 : VolumeX;
  return (
    <Button
      variant="quiet"
      size="small"
      className={`justify-start text-16 ${className ?? ''}`}
      aria-pressed={on}
      onClick={switchSound}
    >
      <Icon aria-hidden className="size-5" />
      {t('sound.switch')}
      <span aria-hidden className="text-14 font-medium opacity-80">
        {t(on ? 'sound.on' : 'sound.off')}
      </span>
    </Button>
  );
}
