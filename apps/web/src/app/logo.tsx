/** The sign and the name; the name gives way on narrow phones, and where the header has its links in little room. */
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { LogoMark } from '@fairground/site-kit/art/icons.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';

export function Logo({ wide = false }: { wide?: boolean }) {
  const t = useT();
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-3">
      <LogoMark size={36} />
      <span
        className={cn(
          'font-display text-21 uppercase',
          !wide && 'sr-only min-[36rem]:max-md:not-sr-only min-[56rem]:not-sr-only',
        )}
      >
        {t('brand.name')}
      </span>
    </span>
  );
}
