/** Switches between the night fair and the day fair. */
import { Moon, Sun } from 'lucide-react';
import { useT } from '../shared/i18n/i18n.ts';
import { Button } from '../shared/ui/button.tsx';
import { switchTheme, useTheme } from '../shared/ui/theme.ts';

export function ThemeSwitch({ className }: { className?: string }) {
  const t = useT();
  const night = useTheme() === 'night';
  const Icon = night ? Sun : Moon;
  return (
    <Button
      variant="quiet"
      size="small"
      className={`justify-start text-[16px] ${className ?? ''}`}
      onClick={switchTheme}
    >
      <Icon aria-hidden className="size-5" />
      {t(night ? 'theme.toDay' : 'theme.toNight')}
    </Button>
  );
}
