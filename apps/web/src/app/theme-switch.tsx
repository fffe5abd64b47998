/**
 * Switches between the night fair and the day fair. Both names are rendered and the theme hides one of them, so
 * that a prerendered page shows the right one before the application is loaded.
 */
import Moon from '@fairground/site-kit/icons/moon';
import Sun from '@fairground/site-kit/icons/sun';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { switchTheme } from '@fairground/site-kit/ui/theme.ts';

export function ThemeSwitch({ className }: { className?: string }) {
  const t = useT();
  return (
    <Button
      variant="quiet"
      size="small"
      className={`justify-start text-16 ${className ?? ''}`}
      onClick={switchTheme}
    >
      <span className="contents day:hidden">
        <Sun aria-hidden className="size-5" />
        {t('theme.toDay')}
      </span>
      <span className="hidden day:contents">
        <Moon aria-hidden className="size-5" />
        {t('theme.toNight')}
      </span>
    </Button>
  );
}
