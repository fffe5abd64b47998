/** In HTML, for browsers whose scripts are off: why a form or a game does nothing. */
import { useT } from '../i18n/i18n.ts';

export function NeedsScripts() {
  const t = useT();
  // A browser that runs scripts shows nothing of it.
  return (
    <noscript>{import.meta.env.SSR ? <span className="block">{t('ui.needsScripts')}</span> : null}</noscript>
  );
}
