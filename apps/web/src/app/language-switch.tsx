/** Names the other language in that language, and changes to it. */
import Languages from '@fairground/site-kit/icons/languages';
import { chooseLanguage, languages, useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';

export function LanguageSwitch({ className }: { className?: string }) {
  const other = useLanguage() === 'en' ? 'es' : 'en';
  return (
    <Button
      variant="quiet"
      size="small"
      lang={other}
      onClick={() => void chooseLanguage(other)}
      className={`text-16 ${className ?? ''}`}
    >
      <Languages aria-hidden className="size-5" />
      {languages[other]}
    </Button>
  );
}
