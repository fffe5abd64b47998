/** A text as the server renders it: by the program that makes the public pages, which takes no HTML over. */
import { previewPostAnswer, type DraftLanguage } from '@fairground/contract/console/posts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { post } from './call.ts';
import { Pending } from './parts.tsx';
import { useSettled } from './use-settled.ts';

interface MarkdownPreviewProps {
  label: string;
  language: DraftLanguage;
  markdown: string;
}

const settleMs = 400;

export function MarkdownPreview({ label, language, markdown }: MarkdownPreviewProps) {
  const text = useSettled(markdown, settleMs);
  const { data, error } = useQuery({
    queryKey: ['preview', language, text],
    queryFn: async () => previewPostAnswer.parse(await post('/posts/preview', { language, markdown: text })),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section aria-label={label} className="grid min-w-0 content-start gap-1.5">
      <h3 className="text-14 leading-5 font-bold">
        {label}
        {data ? <span className="font-normal text-quiet">, {data.readTime}</span> : null}
      </h3>
      {data ? (
        <div
          lang={language}
          className="rendered-text min-h-12 rounded-control border-2 border-rule px-4 py-3"
          dangerouslySetInnerHTML={{ __html: data.html }}
        />
      ) : (
        <Pending error={error} />
      )}
    </section>
  );
}
