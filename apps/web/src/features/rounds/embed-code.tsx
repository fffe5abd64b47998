/** What another site puts into its HTML to show the replay. */
import type { RoundName } from './round-query.ts';
import { useTexts } from '../../texts.ts';

export function EmbedCode({ name: { game, id }, title }: { name: RoundName; title: string }) {
  const t = useTexts('rounds');
  const address = `${location.origin}/embed/${game}/${encodeURIComponent(id)}`;
  const code =
    `<iframe src="${address}" title="${title}" width="640" height="560" style="border:0" ` +
    'loading="lazy"></iframe>';
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center font-bold">{t('rounds.embed')}</summary>
      <label className="grid gap-1.5 pt-2 text-14 leading-5 text-quiet">
        {t('rounds.embedText')}
        <textarea
          readOnly
          rows={4}
          spellCheck={false}
          value={code}
          className="w-full rounded-control border-2 border-edge bg-panel p-3 font-mono text-14 leading-5 text-text"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </label>
    </details>
  );
}
